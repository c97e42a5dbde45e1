"""Tape machines of the library."""
