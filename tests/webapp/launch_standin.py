"""Starts the server with the stand-in game in Olomoc's place: for tests of what is around the rules."""

from dataclasses import replace

from webapp import games
from webapp.__main__ import main

if __name__ == "__main__":
    ordinary = games.GAMES
    games.GAMES = (replace(games.OLOMOC, match="tests.webapp.standin:Match", bot="tests.webapp.standin:bot", warm=""),)
    try:
        main()
    finally:
        games.GAMES = ordinary  # a test that runs it in its own process has others after it
