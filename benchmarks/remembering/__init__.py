"""Parts of the measurement of what the memory finds."""
