"""What theory says of a position without searching: regions and their parity, stable discs, and what goes with them.

Read :mod:`regions` and :mod:`stable`, then :mod:`frontier`, and :mod:`stone_groups` for Go. Mobility is
:meth:`engined.rules.position.Position.mobility`, names of openings are in :mod:`engined.book.openings`.
"""
