"""Shared settings of the test suite."""

import os

# One thread a worker: several would fight for the same cores. It is read when torch is loaded, so before all imports.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import HealthCheck, settings

# Machines are slow to shrink on a busy computer: no deadlines, and no complaint about a slow first draw.
settings.register_profile("turingrad", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("turingrad")
