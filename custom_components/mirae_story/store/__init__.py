"""What the home keeps of its stories: one SQLite file."""
