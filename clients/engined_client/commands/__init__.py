"""The commands that ask a daemon, one file each.

Each has a ``SUMMARY``, ``add_arguments(parser)`` and ``run(arguments)``, which gives the exit code.
"""
