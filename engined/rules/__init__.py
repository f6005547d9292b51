"""The slow truth: every variant in plain Python. Kernels are held to it by tests."""
