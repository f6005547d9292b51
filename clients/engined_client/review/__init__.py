"""Reviews of games: what each move was worth, and what would have been better.

In a program, :func:`engined_client.review.reviewer.review_moves` gives one, which a notebook draws.

Read :mod:`model` (what a review says), then :mod:`reviewer` (how it is found; :mod:`draft` keeps what is not done yet).
:mod:`table`, :mod:`annotated`, :mod:`page` and :mod:`shown` show one; :mod:`archive` keeps those of a whole file,
:mod:`summary` counts over them.
"""
