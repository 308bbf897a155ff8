"""Diktat: two to five Cabals over Prague. Rules and cards, on the kernel alone."""
