"""The prompts: what is asked of a player, as a tree, one module for each kind of decision."""
