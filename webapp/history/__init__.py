"""A match looked back on: reels of its moments, through whose eyes, match files, links into it."""
