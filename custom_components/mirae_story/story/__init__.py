"""The story itself: what is true, what may be said, and how a night is told.

Pure: only the standard library. Home Assistant, databases and models are met through `ports`.
"""
