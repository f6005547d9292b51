"""Go's solver: proofs of what a position is worth and of goals: kernel texts. Start with solver.py."""
