"""Every game through the kernel's suite, and the suite itself through ten faulty games."""
