"""Root searches: what is asked of kernels, position by position, until a question is answered.

Pure control, without threads or clocks of their own. :mod:`root_search` says what a root search is; two sides are
searched by :mod:`alphabeta`, more by :mod:`monte_carlo_root`, chain games by :mod:`games_first_root`, and any game
whose machine code is not there yet by :mod:`plain_root`. What they are to find, and may take, are :mod:`limits`; when
they turn to exact scores, and when they end, say :mod:`solve_policy` and :mod:`time_manager`.
"""
