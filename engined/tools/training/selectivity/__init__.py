"""What selective searches may prune by an evaluation, and how often they are right: measured on games of its own."""
