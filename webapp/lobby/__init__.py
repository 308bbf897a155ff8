"""The lobby: the list of tables, the form that makes one, and how guests are invited."""
