"""Gradient descent on the loss of Section 4.4 traces the machine, step by step."""

from __future__ import annotations

import random
from itertools import product

import pytest
import torch

from tests.generators_descent import random_machine
from turingrad.check import lockstep
from turingrad.constructions.descent import Descent, TapeDescent, compile_network
from turingrad.constructions.descent.recipe import Recipe, make_recipe
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.exact import Certificate
from turingrad.machine.lower import chain
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

FAST, SLOW, CHUNK, STEPS = 10, 2000, 10, 100


def chunks(total: int) -> list[int]:
    return list(range(0, total, CHUNK))


def compile_tape(machine: TapeMachine, **options: object) -> TapeDescent:
    network = compile_network(machine, **options)  # type: ignore[arg-type]
    assert isinstance(network, TapeDescent)
    return network


def assert_lockstep(first: int, seed: str, *, thorough: bool = True, **options: object) -> None:
    """CHUNK random machines from number `first` on, in float32 and in float64, for STEPS steps or a random part."""
    for number in range(first, first + CHUNK):
        rng = random.Random(f"{seed} {number}")
        machine = random_machine(rng)
        steps = STEPS if thorough else min(rng.randint(1, STEPS), rng.randint(1, STEPS))
        for dtype in (torch.float32, torch.float64):
            report = lockstep(compile_tape(machine, dtype=dtype, **options), None, steps)
            assert report.ok, f"machine {number}, {dtype}: {report}"


@pytest.mark.parametrize("first", chunks(FAST))
def test_random_machines_trace_in_lockstep(first: int) -> None:
    assert_lockstep(first, "fast", thorough=False)


@pytest.mark.slow
@pytest.mark.parametrize("first", chunks(SLOW))
def test_many_random_machines_trace_in_lockstep(first: int) -> None:
    assert_lockstep(first, "slow")


@pytest.mark.slow
@pytest.mark.parametrize("first", chunks(500))
def test_many_random_machines_trace_in_lockstep_under_the_papers_hat(first: int) -> None:
    assert_lockstep(first, "paper", hat="paper")


@pytest.mark.parametrize(
    "options",
    [
        {"hat": "paper"},
        {"hat": "paper", "encoding": "bits"},
        {"encoding": "bits"},
        {"encoding": "onehot"},
        {"guard": True},
        {"hat": "paper", "guard": True},
        {"read_only": "auto"},
    ],
    ids=str,
)
def test_every_option_traces_in_lockstep(options: dict[str, object]) -> None:
    for number in range(6):
        machine = random_machine(random.Random(f"options {number}"))
        report = lockstep(compile_tape(machine, **options), None, 60)
        assert report.ok, f"machine {number}: {report}"


def test_sixteen_bit_floats_trace_where_the_certificate_says_so() -> None:
    exact = 0
    for number in range(8):
        machine = random_machine(random.Random(f"bfloat {number}"), max_tapes=2)
        for dtype in (torch.bfloat16, torch.float16):
            try:
                network = compile_tape(machine, dtype=dtype)
            except CertificateError:
                continue
            exact += 1
            assert lockstep(network, None, 50).ok
    assert exact > 4


def bouncing_machine(symbols: str = "_1") -> TapeMachine:
    """Writes 1s to the right forever."""
    rules = tuple(Rule("go", (a,), ("1",), (1,), "go") for a in symbols)
    return TapeMachine(("go",), tuple(symbols), "_", "go", rules)


def test_tapes_double_until_the_run_ends() -> None:
    network = compile_tape(bouncing_machine())
    assert lockstep(network, None, 60).ok
    descent = Descent(network)
    for _ in range(60):
        descent.advance()
    assert network.cells == 128


def test_a_head_that_leaves_a_fixed_tape_is_one_clear_error() -> None:
    network = compile_tape(bouncing_machine(), cells=8)
    with pytest.raises(LimitError, match="leaves the tape of 8 cells in step 4"):
        list(network.trace(max_steps=20))


def test_read_only_tapes_are_not_parameters() -> None:
    rules = [Rule("q", (a, b), (a, a), (1, 1), "q") for a, b in product("01", "01_")]
    machine = TapeMachine(("q",), ("0", "1", "_"), "_", "q", tuple(rules), tapes=2, input=(tuple("0110"), ()))
    network = compile_tape(machine, read_only="auto")
    assert network.read_only == (0,)
    assert network.T.shape[0] == 1
    assert lockstep(network, None, 20).ok


def test_a_written_tape_cannot_be_read_only() -> None:
    with pytest.raises(InputError, match="tape 0 is not read-only: rule 'go _ -> 1 R go'"):
        compile_tape(bouncing_machine(), read_only=(0,))


@pytest.mark.parametrize("hat", ["directed", "paper"])
def test_steps_after_the_halt_change_nothing(hat: str) -> None:
    halted = 0
    for number in range(12):
        machine = random_machine(random.Random(f"halts {number}"), max_tapes=2, max_symbols=3)
        network = compile_tape(machine, hat=hat)
        descent = Descent(network)
        while not descent.halted() and descent.steps < 60:
            descent.advance()
        if descent.halted():
            halted += 1
            before, loss = network.configuration(0), descent.loss.detach()
            for _ in range(3):
                descent.advance()
            assert network.configuration(0) == before
            assert torch.equal(descent.loss.detach(), loss)
    assert halted >= 3


@pytest.mark.parametrize(("hat", "encoding", "threshold"), [("directed", "bits", 0.25), ("directed", "onehot", 0.5)])
def test_reading_fails_at_the_least_b_and_works_above_it(
    hat: str, encoding: str, threshold: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At b = 1/4 (bits) and 1/2 (one-hot) the right and the wrong successor have equal gradients: margin 0."""
    machines = [random_machine(random.Random(f"least b {n}"), max_tapes=2, max_symbols=3) for n in range(15)]
    options = {"hat": hat, "encoding": encoding}
    runs = [compile_tape(machine, b=1.5 * threshold, **options) for machine in machines]
    assert all(lockstep(network, None, 25).ok for network in runs)
    with pytest.raises(CertificateError, match=f"margin .* must be above {threshold}"):
        compile_tape(machines[0], b=threshold, **options)
    monkeypatch.setattr(Certificate, "require", lambda *_: None)
    below = [compile_tape(machine, b=threshold / 2, **options) for machine in machines]
    assert not all(lockstep(network, None, 25).ok for network in below)


def test_untripled_states_fail_under_the_papers_hat() -> None:
    """(20): where v and w follow each other, the printed loss is not well defined and the trace is lost."""
    mismatches = 0
    for number in range(20):
        machine = random_machine(random.Random(f"untripled {number}"), max_tapes=1, max_symbols=3)
        recipe = make_recipe(machine, hat="paper")
        network = TapeDescent(Recipe(machine, chain(machine), recipe.encoding, recipe.constants))
        mismatches += not lockstep(network, None, 50).ok
    assert mismatches > 0


def test_the_loss_tells_running_from_halting() -> None:
    """(23): c <= running <= c + (8 b^2 d + 3 d) gamma, halting <= that - b^3 gamma."""
    for number in range(12):
        machine = random_machine(random.Random(f"bounds {number}"), max_tapes=2, max_symbols=2)
        network = compile_tape(machine, hat="paper")
        b, d, c, gamma = network.constants.b, machine.tapes, network.constants.c, network.constants.gamma
        most = c + (8 * b * b * d + 3 * d) * gamma
        descent = Descent(network)
        reference = tape_run.run(machine, max_steps=50)
        for _ in range(reference.steps):
            assert c <= float(descent.loss.detach()) <= most
            descent.advance()
        if reference.halted:
            assert float(descent.loss.detach()) <= most - b**3 * gamma < c


def test_machines_other_than_tape_machines_are_refused() -> None:
    with pytest.raises(MachineError, match="descent traces tape machines and programs, not a str"):
        compile_network("palindrome")


def test_a_control_graph_that_is_too_large_is_refused() -> None:
    symbols = tuple(f"s{i}" for i in range(100))
    rules = tuple(Rule("q", (a, b), (a, b), (1, 1), "q") for a, b in product(symbols, symbols))
    machine = TapeMachine(("q",), symbols, "s0", "q", rules, tapes=2)
    with pytest.raises(LimitError, match="100,000,000 edges"):
        compile_network(machine)


def test_the_certificate_says_no_where_the_margin_is_not_positive() -> None:
    """b = 1/8 computes exactly, and wrongly."""
    wrong = make_recipe(bouncing_machine(), b=0.125)
    assert wrong.margin == -0.25
    assert not any(wrong.certificate.dtypes().values())
    assert make_recipe(bouncing_machine(), b=0.5).certificate.exact_in("float32")
