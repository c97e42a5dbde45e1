"""Where work units are done: in this computer's processes, or on a Ray cluster."""

from turingrad.search.engines.choice import ENGINES, Engine, open_engine

__all__ = ["ENGINES", "Engine", "open_engine"]
