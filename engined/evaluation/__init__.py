"""What a position is worth short of the end."""
