"""Records of games and positions, a module for each format: start with record.py, what all of them are read into."""
