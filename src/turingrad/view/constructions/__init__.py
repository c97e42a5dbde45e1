"""What a page shows of each construction: one module a room, found by its name."""
