"""From kernel texts to functions that Python can call: start with build.py; binding.py gives texts their names."""
