"""Card packs that players upload: received, checked, stored, edited, and offered to matches."""
