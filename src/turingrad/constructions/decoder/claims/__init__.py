"""The decoder's own statements, of tape machines and of programs."""
