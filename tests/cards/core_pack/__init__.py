"""Every card of the core pack, on tables of its own."""
