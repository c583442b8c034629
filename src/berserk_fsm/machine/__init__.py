"""The specification, what checks it, and the two interpreters that run it."""
