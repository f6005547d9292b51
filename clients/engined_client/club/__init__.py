"""Tournaments: who meets whom, who stands where, and those of people, which are a file that anybody can edit.

Start reading at :mod:`pairing` and :mod:`standings`, which tournaments of engines use too, then :mod:`event` (a
tournament of people), :mod:`event_file` (how it is written) and :mod:`tables` (how it is shown).
"""
