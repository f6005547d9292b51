"""The patterns of boards and their weights: which there are, how they lie in memory and in files."""
