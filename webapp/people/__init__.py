"""The people behind the browsers: visitors and their preferences."""
