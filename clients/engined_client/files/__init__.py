"""Games, positions and books in files: start with games.py, which reads all kinds of records."""
