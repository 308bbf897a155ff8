"""Starts the server with the stand-in game in Olomoc's place: for tests of what is around the rules."""

from dataclasses import replace

from webapp.__main__ import main
from webapp.games.olomoc import game

if __name__ == "__main__":
    ordinary = game.GAME
    game.GAME = replace(ordinary, rules_package="tests.standin.twenty_one")
    try:
        main()
    finally:
        game.GAME = ordinary  # a test that runs it in its own process has others after it
