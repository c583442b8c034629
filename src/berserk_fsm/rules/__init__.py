"""The rules as data: clauses, gaps, readings, contradictions, words, kinds of action and step profiles.

Each kind of data has a YAML file in ``data/`` and a small module that loads it into frozen values. Nothing is
read when the package is imported; the first call of a loader reads its file and keeps the result.
"""
