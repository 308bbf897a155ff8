"""The data kept before the house had several games: a database, a match file, lists and addresses as commit 306ab2e
wrote them (``make.py``), and that all of it still opens.
"""
