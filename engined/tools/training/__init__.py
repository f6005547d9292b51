"""Weights for the static evaluation, made from nothing: self-play, labels, least squares."""
