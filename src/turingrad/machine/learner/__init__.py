"""Learning algorithms with a memory of bits."""

from turingrad.machine.learner.learner import Learner, LearnerConfiguration

__all__ = ["Learner", "LearnerConfiguration"]
