"""What is remembered of conversations. Pure: the standard library and numpy."""
