"""Clients of the ZeroMQ sockets: start with server.py; sockets.py has the sockets, gate.py who comes in."""
