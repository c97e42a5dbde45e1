"""6.3 as an experiment: sums in permuted digits, and in base 2 the parity that underlies them."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad.arrays import Signs
from turingrad.errors import InputError
from turingrad.machine.run import Progress
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.emulated import emulate_parity, parity_of, with_constant
from turingrad.theory.limits.outcome import DataSet, Experiment, Part, quiet
from turingrad.theory.limits.relu_net import ReluNet
from turingrad.theory.limits.sums import Sums, Symbols, written

CP_PAIRS, CP_POINTS = 300, 2000


def arithmetic(
    *,
    base: int = 5,
    addends: int = 6,
    train: int = 1000,
    test: int = 1000,
    net: ReluNet | None = None,
    seed: int = 0,
    progress: Progress = quiet,
) -> Experiment:
    """n numbers of n digits in base n = `base`; then `addends` binary numbers of `addends` digits."""
    if addends % 2:
        raise InputError(f"with {addends} numbers, an odd number, exchanging 0 and 1 changes nothing; give an even one")
    parity_of(addends * addends + 2)
    net = net or ReluNet()
    parts = (
        permuted_part(Sums.paper(base), train, test, net, seed, progress),
        binary_part(addends, train, test, net, seed, progress),
    )
    return Experiment("arithmetic", seed, parts)


def permuted_part(sums: Sums, train: int, test: int, net: ReluNet, seed: int, progress: Progress) -> Part:
    rng = np.random.default_rng([seed, sums.base])
    order = rng.permutation(sums.base)
    rows, y = sums.balanced(rng, train + test, order)
    data = DataSet.split(sums.one_hot(rows), y, train)
    trained = net.train(data, seed=seed, progress=progress, label=f"base {sums.base}, ReLU net")
    about = (
        f"{sums.addends} numbers of {sums.digits} digits in base {sums.base}, digits written in symbols of unknown "
        "order, one digit of the sum shown; the label is whether it is right. Half of the samples are. Elimination "
        f"modulo {sums.base} would learn the units; the parity learner does not apply here."
    )
    figures: dict[str, Any] = {"an expression": written(rows[0], sums), "its label": int(y[0])}
    return Part(f"sums in base {sums.base}, digits permuted", about, (trained,), figures | predictabilities(sums, seed))


def predictabilities(sums: Sums, seed: int) -> dict[str, str]:
    """CP_inf of the class of orderings, exact for bases 2 and 3, and estimated for this one."""
    exact = {f"CP_inf, n = {n}": str(cross_predictability(Sums.paper(n).listed())) for n in (2, 3)}
    if sums.base > 3:
        found = cross_predictability(sums.functions(), pairs=CP_PAIRS, points=CP_POINTS, seed=seed)
        exact[f"CP_inf, n = {sums.base}"] = str(found)
    return exact


def binary_part(addends: int, train: int, test: int, net: ReluNet, seed: int, progress: Progress) -> Part:
    """In base 2 the units digit of a sum is the parity of the units. With symbols as bits s, exchanged or not (o = 1 or
    0), the shown digit is right iff the units and the shown symbol and addends + 1 times o add up to an even number: a
    parity, with a sign that tells the order where `addends` is even."""
    sums = Sums(2, addends, addends, units=True)
    rng = np.random.default_rng([seed, 2, addends])
    order = rng.permutation(2)
    rows, y = sums.balanced(rng, train + test, order)
    X = bits_of(rows)
    seen = DataSet.split(X, y, train)
    trained = (
        net.train(seen, seed=seed, progress=progress, label="base 2, ReLU net"),
        emulate_parity(DataSet.split(with_constant(X), y, train), seed=seed, progress=progress),
    )
    about = (
        f"{addends} numbers of {addends} digits in base 2, 0 and 1 perhaps exchanged, the units digit of the sum "
        f"shown. The label is the parity of {addends + 1} of the {X.shape[1]} bits, with a sign that tells the "
        "order of the digits: solving for it is what the paper proposes for the digits modulo n. (The emulation "
        "net also sees a constant bit, for the sign.)"
    )
    return Part(
        "units of sums in base 2", about, trained, {"an expression": written(rows[0], sums), "its label": int(y[0])}
    )


def bits_of(rows: Symbols) -> Signs:
    """The symbols of the numbers and the shown one, 1 as -1."""
    kept = np.hstack([rows[:, :-2], rows[:, -1:]])
    return (1 - 2 * kept).astype(np.int8)
