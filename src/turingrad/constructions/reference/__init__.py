"""The reference interpreters, as a folder beside the constructions."""
