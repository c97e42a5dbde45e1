"""The `turingrad` command."""

from turingrad.cli.app import main

__all__ = ["main"]
