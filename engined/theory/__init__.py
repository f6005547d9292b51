"""What theory says of a position without searching: regions and their parity, stable discs.

Read :mod:`regions` and :mod:`stable`. Mobility is :meth:`engined.rules.position.Position.mobility`, names of openings
are in :mod:`engined.book.openings`.
"""
