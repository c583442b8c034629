"""The ledger: every clause of the rulebook to its place in the machine, and back; and what a new text makes stale."""
