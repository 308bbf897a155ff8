"""The server with bots that wait for nobody to follow what they do, and soon stand in for who is away."""

from webapp.__main__ import main
from webapp.table_kit import status_strip
from webapp.tables import bots

if __name__ == "__main__":
    bots.PAUSE_S = 0.1
    status_strip.STAND_IN_S = 5.0
    main()
