"""Parts of the speech benchmark: clips, servers, scores, and what no server expects."""
