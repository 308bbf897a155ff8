"""The cabal builder: one browser's page, its draft, and the trees that show it."""
