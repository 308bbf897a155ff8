"""The server with bots that wait for nobody to follow what they do."""

from webapp.__main__ import main
from webapp.tables import bots

if __name__ == "__main__":
    bots.PAUSE_S = 0.1
    main()
