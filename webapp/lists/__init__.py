"""The lists that people compose for a game and keep: shelf, builder, versions, codes, import, export, print. Knows no
game."""
