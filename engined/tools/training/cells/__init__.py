"""Networks of the cells of a flipping game: how they are trained and calibrated."""
