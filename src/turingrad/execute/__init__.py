"""Executors: ways to run a machine or its network, all with the same numbers."""

from turingrad.execute.dispatch import evaluate, executor_names, learn, on_names, run
from turingrad.execute.learning import LearnRun

__all__ = ["LearnRun", "evaluate", "executor_names", "learn", "on_names", "run"]
