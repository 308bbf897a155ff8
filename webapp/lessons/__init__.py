"""Guided matches as data: the file of their steps, and the moves of the opponent that it aims at."""
