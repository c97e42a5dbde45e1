"""Goel, Kakade, Kalai and Zhang, sections 3 to 5 at sizes where chance succeeds, or where everything can be tried."""
