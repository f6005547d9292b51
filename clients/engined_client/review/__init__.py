"""Reviews of games: what each move was worth, and what would have been better.

Read :mod:`model` (what a review says), then :mod:`reviewer` (how it is found). :mod:`table`, :mod:`annotated` and
:mod:`page` show one; :mod:`archive` keeps those of a whole file, :mod:`summary` counts over them.
"""
