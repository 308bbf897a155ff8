"""The conformance suite over every game, and over faulty variants of the stand-in."""
