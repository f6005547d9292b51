"""What is worked out on other threads: jobs of the engine and of books, the rules, machine code."""
