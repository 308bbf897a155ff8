"""The host's page: addresses, tables, backups and restores of the evening, problems."""
