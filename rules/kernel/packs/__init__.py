"""Packs: cards as TOML files, read with every problem named and laid over each other. A game brings its schema."""
