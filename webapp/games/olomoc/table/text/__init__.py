"""The table in words: names, events, log lines, refusals, the board read aloud."""
