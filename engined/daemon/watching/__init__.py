"""How the daemon does, for those who watch it: figures, systemd, Prometheus."""
