"""``engined lab``: what there is to know about a new variant, in one report.

Start reading at :mod:`laboratory` (which parts there are, and who gets how much time). Each part is a module that
drives the engine through :mod:`oracle` or plays by the rules, and says what it found in the terms of :mod:`findings`;
:mod:`page` makes a page of it, with figures by :mod:`chart` and :mod:`board_figure`.
"""

from .command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
