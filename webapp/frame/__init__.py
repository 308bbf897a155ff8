"""The frame around every page: head, menus, preferences, rules and error pages."""
