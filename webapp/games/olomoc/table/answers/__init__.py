"""How a player's presses become an answer: one module for each kind of decision."""
