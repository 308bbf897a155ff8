"""Starting and stopping the server: settings, logs, middleware, worker processes, health."""
