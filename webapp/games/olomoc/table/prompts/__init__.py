"""The prompts: a player's question as a tree, one module for each kind of decision."""
