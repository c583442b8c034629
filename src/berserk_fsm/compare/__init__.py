"""Two readings side by side: what differs in the machine, in the examples, and on the smallest table that tells them
apart.
"""
