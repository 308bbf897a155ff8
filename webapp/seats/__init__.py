"""Taking, sharing and watching seats: the door of a table, the seat page, the hot seat, spectators."""
