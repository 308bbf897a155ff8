"""The replay of a match: what its page shows at each moment, and to which viewer."""
