"""What cards do: a closed set of operations, run as data on the stack of frames."""
