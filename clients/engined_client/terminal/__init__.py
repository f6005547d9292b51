"""What all commands share: how they reach a daemon and end (command.py), and where they draw (output.py)."""
