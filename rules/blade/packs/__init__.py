"""Content of Blade & Book as data that people can write: its tables, the language of scenarios, and their reader."""
