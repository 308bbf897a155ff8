"""The kernel by itself, on the auction of `tests.standin`."""
