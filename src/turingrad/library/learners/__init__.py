"""Learners of the library: circuits with memory bits."""
