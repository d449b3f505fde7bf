"""Scripted authors of whole nights: plausible ones and hostile ones, in English and Japanese."""
