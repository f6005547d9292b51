"""A position of any variant: immutable, hashable, obvious."""
