"""The web app: live tables, their store, and the pages people play on."""
