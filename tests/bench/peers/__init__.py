"""The peers that the bench measures the server against: programs of others, and the least that could do the same
work."""
