"""Machine instructions for boards: bits.py is what others are made of, lines.py the moves of most variants."""
