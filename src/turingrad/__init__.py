"""turingrad compiles algorithms into PyTorch networks that run them bit for bit."""

__version__ = "0.1.0"
