"""How boards, analyses and variants are shown: as text (text.py), in colour, in a notebook, in two languages."""
