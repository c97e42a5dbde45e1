"""The reference interpreters, as a room beside the constructions."""
