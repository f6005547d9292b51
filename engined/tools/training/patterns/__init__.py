"""Pattern sums: how their weights are trained."""
