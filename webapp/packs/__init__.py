"""The packs of cards that people bring: taken in, checked, kept, edited, put on the shelf that matches take from."""
