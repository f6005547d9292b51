"""What the daemon writes down: its log, what that says of clients, and their requests where the settings want that."""
