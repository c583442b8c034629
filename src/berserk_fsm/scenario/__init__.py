"""Scenario files: reading, playing, writing them, and position texts."""
