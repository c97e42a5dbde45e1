"""Learnability (Goel et al.)."""
