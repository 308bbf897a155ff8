"""Stored lists: the shelf, versions, import and export, share codes, and bringing a list to a table."""
