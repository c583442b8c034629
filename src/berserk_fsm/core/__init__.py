"""Immutable values of a game, and the named guards and effects that read and change them."""
