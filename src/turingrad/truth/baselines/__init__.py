"""Methods of ours, in plain torch, to compare yours with: each is a function of a subject and a seed."""

from turingrad.truth.baselines.methods import METHODS, Method

__all__ = ["METHODS", "Method"]
