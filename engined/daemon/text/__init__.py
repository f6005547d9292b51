"""Clients that speak text, on standard input or over sockets: start with server.py."""
