"""The table's pages for players, spectators and the television, and the controller behind a player's page."""
