"""How positions, variants and what is thought of them look in messages."""
