"""Mutants: the machine with one fault made on purpose; some scenario or property must notice each."""
