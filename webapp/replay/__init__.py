"""Looking back at a match: what a replay page shows at each of its moments, and to whose eyes."""
