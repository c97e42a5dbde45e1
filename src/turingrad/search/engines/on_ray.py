"""A Ray cluster: every unit is a Ray task, which Ray starts again elsewhere when its node dies."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from turingrad.errors import InputError
from turingrad.search.engines.choice import Engine
from turingrad.search.units import R, Work, perform

CONNECT_SECONDS = 5.0
LOCAL_ADDRESSES = ("local", "auto")


@contextmanager
def ray_engine(address: str | None = None, workers: int | None = None) -> Iterator[Engine]:
    """The cluster at `address` ("host:port", "ray://host:port" or "auto"), or a new one of `workers` processes here.

    A Ray that is already connected is used as it is and stays so.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address is not None and address not in LOCAL_ADDRESSES:
        require_reachable(address)
    try:
        import ray
    except ImportError:
        raise InputError("the engine 'ray' needs Ray: pip install 'turingrad[ray]'") from None
    connected = ray.is_initialized()
    if not connected:
        connect(ray, address, workers)
    try:
        # Units are pure: a task whose worker or node dies is simply done again.
        remote: Any = ray.remote(max_retries=-1, num_cpus=1)(perform)
        yield lambda units: submit_units(ray, remote, units)
    finally:
        if not connected:
            ray.shutdown()


def connect(ray: Any, address: str | None, workers: int | None) -> None:
    quiet = {"include_dashboard": False} if address in (None, "local") else {}
    try:
        ray.init(
            address=address or "local",
            num_cpus=workers if address in (None, "local") else None,
            logging_level=logging.ERROR,
            log_to_driver=False,
            **quiet,
        )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(f"cannot reach a Ray cluster at {address or 'this computer'}: {reason}") from None


def require_reachable(address: str) -> None:
    """Ray waits long for an address where nobody answers; this asks first."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit() or not 0 < int(port) < 65536:
        raise InputError(f"the Ray address {address!r} is not host:port, ray://host:port or auto")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise InputError(f"cannot reach a Ray cluster at {address}: {error.strerror or error}") from None


def submit_units(ray: Any, remote: Any, units: Sequence[Work[R]]) -> Iterator[R]:
    """The results as they come."""
    waiting = [remote.remote(unit) for unit in units]
    while waiting:
        ready, waiting = ray.wait(waiting)
        for reference in ready:
            yield ray.get(reference)
