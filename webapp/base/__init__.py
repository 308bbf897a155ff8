"""The ground: settings, addresses, worker processes, memory, version. It imports nothing above it."""
