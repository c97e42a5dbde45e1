"""Chapters of the tour: a tape machine as a language model and, in `programs`, a C program in one."""

from turingrad.constructions.decoder.demo.tapes import CHAPTER

__all__ = ["CHAPTER"]
