"""Models with known mechanisms, disguised, and scores for methods that look for them."""
