"""Measurements and long checks, run by `scripts/bench`."""
