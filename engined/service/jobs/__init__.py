"""Requests that take the engine's time: whose turn it is (jobs.py), what they came to (replies.py)."""
