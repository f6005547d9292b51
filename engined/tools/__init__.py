"""What is built on the engine: benchmarks, matches, tournaments, the laboratory, studies and training."""
