"""The whole run of a file against the reference interpreter, configuration by configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turingrad.check.lockstep import reference_trace
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError
from turingrad.machine.run import Progress, StartedRun

CHECKED_STEPS = 200


def checked_run(
    network: Network[Any, Any],
    begin: Callable[[], StartedRun[Any]],
    given: Any,
    progress: Progress,
    steps: int = CHECKED_STEPS,
) -> Mapping[str, Any]:
    """The first steps one by one, then from the start in one go."""
    going, last = begin().stepper, None
    for configuration in reference_trace(network.machine, given, steps):
        if configuration.step:
            going.advance(1)
        require_equal(going.configuration(), configuration)
        progress("checking the run", configuration.step, steps)
        last = configuration
    whole = begin().stepper
    whole.advance(steps)
    require_equal(whole.configuration(), last)
    if last is None or (whole.halted() != going.halted()):
        raise CertificateError("the file halts if it is run step by step or in one go, but not in both cases")
    return {"steps_checked": last.step, "halted": whole.halted()}


def require_equal(found: Any, expected: Any) -> None:
    if found != expected:
        raise CertificateError(f"step {expected.step}: the file is in {found}; expected {expected}")
