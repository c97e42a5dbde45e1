"""Speed of emulation: of learners (`turingrad bench emulation`) and of processors (`turingrad bench clock`)."""

from turingrad.constructions.emulation.bench.learners import bench

__all__ = ["bench"]
