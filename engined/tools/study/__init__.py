"""``engined study``: experiments of papers on flipping games, as one command each, beside what the papers printed; and
the theory of chain games.

Start reading at :mod:`yonin` (which experiments there are, what each plays and counts) and :mod:`paper` (the figures to
compare with). Games are played by kernels whose texts are :mod:`random_games`, :mod:`ranked_games` and
:mod:`team_games`, by the thousand and on several threads (:mod:`players`); what was found is in the terms of
:mod:`finding`, and becomes lines (:mod:`listing`) and a picture (:mod:`picture`). Chain games are solved by
:mod:`chain_boards`, and shown by :mod:`chain_page` and :mod:`chain_listing`.
"""

from .command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
