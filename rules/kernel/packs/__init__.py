"""Cards as data: packs of TOML files, read with every problem named, laid over each other. A game brings its schema."""
