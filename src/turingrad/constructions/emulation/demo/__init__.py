"""Chapters of the tour: learning algorithms in SGD, and (`clock`) a processor."""

from turingrad.constructions.emulation.demo.learners import CHAPTER

__all__ = ["CHAPTER"]
