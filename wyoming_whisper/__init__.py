"""Speech to text for Mirae Story over the Wyoming protocol, in a process of its own."""

import os

__version__ = "0.1.0"

# Numpy has little to do here, and its threads take time from the model's. It looks at
# this when it is imported, so this comes before everything else.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
