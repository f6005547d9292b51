"""GTP, version 2, for every variant: start with dialogue.py, which has the commands of the other modules."""
