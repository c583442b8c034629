"""Exhaustive search: everything both players may do at a table, with the properties that must hold on the way."""
