"""Declarations of variants: the model, the files, and the catalogue that finds one by name."""
