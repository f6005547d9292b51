"""How boards lie in machine words, and which variants have kernels: start with layout.py, for the flipping game."""
