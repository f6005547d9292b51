"""Chain games: how what is known of a position is weighed."""
