"""What a page shows of each construction: one module per construction, found by its name."""
