"""The notebooks: each is written once, in both languages, and built from that source."""
