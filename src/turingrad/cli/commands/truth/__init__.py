"""Make models with known mechanisms, and score methods on them."""
