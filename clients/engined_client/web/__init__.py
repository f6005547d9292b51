"""A web page for a daemon, and the gateway to it for anyone's own page.

Start with ``application.py``. ``guard.py`` says who may come in; ``pages.py`` has a client of the daemon for each game,
shared by all pages that show it; ``link.py`` knows whether the daemon is there; ``records.py`` reads and writes records
of games, ``reviews.py`` has them reviewed, and ``kept_games.py`` keeps their trees. What runs in the browser is in
``static/``: start with ``page.js``.
"""
