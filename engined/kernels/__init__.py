"""Machine code from declarations: bit intrinsics, board kernels, and the build of a variant's modules."""
