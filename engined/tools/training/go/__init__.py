"""Go: how the strengths of moves and the networks are trained."""
