"""Circuits of the library."""
