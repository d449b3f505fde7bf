"""Speech to text for Mirae Story over the Wyoming protocol, in a process of its own."""

__version__ = "0.1.0"
