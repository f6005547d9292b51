"""Search, written once and compiled for each variant: see kernels/prelude.pyi for the names it builds on."""
