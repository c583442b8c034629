"""The commands of the command line, one module each; ``command(lang)`` builds it in a language."""
