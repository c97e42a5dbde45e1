"""The commands: one module each, found by its name."""
