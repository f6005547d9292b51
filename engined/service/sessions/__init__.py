"""Games in progress: session.py is one, clients.py has those of each client; what of the rules is asked."""
