"""Mirae Story: the house tells one never-ending bedtime story, and keeps it true."""
