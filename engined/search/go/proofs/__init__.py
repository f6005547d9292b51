"""Go's solver: proofs of what a position is worth and of goals: kernel sources. Start with solver.py."""
