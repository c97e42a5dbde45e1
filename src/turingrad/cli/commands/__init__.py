"""The commands: one module each, found by name; `register(app)` adds it."""
