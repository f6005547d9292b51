"""Machine instructions for what evaluations weigh: patterns, and networks."""
