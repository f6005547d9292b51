"""From kernel sources to functions that Python can call: start with build.py; binding.py gives sources their names."""
