"""Made-up memories of any size: words as often as in talk, vectors as near to one another as those of texts."""
