"""Answers to a player's questions: odds, reach, risks, scouting. May be slow; never decides anything."""
