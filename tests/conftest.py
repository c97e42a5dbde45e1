"""Shared settings of the test suite."""

import os

# One thread a worker: several would fight for the same cores. It is read when torch is loaded, so before all imports.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import HealthCheck, settings

# Machines are slow to shrink on a busy computer: no deadlines, and no complaint about a slow first draw.
slow_drawing = [HealthCheck.too_slow]
settings.register_profile("turingrad", deadline=None, suppress_health_check=slow_drawing, print_blob=True)
# CI draws the same examples each time: whether a change lands does not hang on luck.
settings.register_profile("ci", settings.get_profile("turingrad"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "turingrad")
