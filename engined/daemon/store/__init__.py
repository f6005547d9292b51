"""What is kept for ever, in one SQLite file: start with store.py, and with lazy.py for how the daemon has it."""
