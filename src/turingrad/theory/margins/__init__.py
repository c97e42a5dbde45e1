"""All-layer margins (Wei, Chen, Ma)."""
