"""Card effects: a closed set of operations, run as data on the stack of frames."""
