"""``engined match``: two engines of any make play each other, and their difference is measured.

Start reading at :mod:`arena` (which games, and who plays what), then :mod:`referee` (one game, judged by our
own rules) and :mod:`player` (what a match needs of an engine; :mod:`gtp_player` and :mod:`nboard_player` speak
to it). :mod:`strength` turns results into Elo.
"""

from .command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
