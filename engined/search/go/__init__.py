"""Go by games played out, and what reads its board: kernel sources. Start with tree/; proofs/ is its solver."""
