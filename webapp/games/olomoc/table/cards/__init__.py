"""Cards, dice and odds as panels around the board."""
