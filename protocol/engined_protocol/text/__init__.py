"""What the text protocols share: lines in, requests out; replies in, text out. Start with dialogue.py."""
