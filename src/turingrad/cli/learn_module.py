"""`turingrad learn FILE.py:NAME --module FILE.py:NET`: gradient descent runs a function that trains a torch module."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np

from turingrad import tasks
from turingrad._support.arrays import F64
from turingrad.cli.problems import file_parts
from turingrad.cli.render.terminal import print_fields, print_json, progress
from turingrad.constructions.construction import peak_memory
from turingrad.constructions.descent.executors.extension import Extension, extend
from turingrad.constructions.descent.executors.samples import features_of
from turingrad.constructions.folder import save
from turingrad.errors import InputError
from turingrad.python.files import is_python_source, load_object

DEFAULT_RATE = 1 / 16


def learn_module(
    train: str,
    module: str,
    *,
    data: Path | None,
    task: str | None,
    sizes: tuple[int | None, int | None],
    form: str | None,
    compare: str | None,
    passes: int | None,
    rate: float | None,
    executor: str | None,
    max_steps: int | None,
    output: Path | None,
    seed: int,
    json: bool,
    quiet: bool,
) -> None:
    """Train, compare with the function run directly (and with torch's SGD), print both accuracies."""
    (X, y), (X_test, y_test) = samples(data, task, *sizes, seed)
    bits, point = number_format(None if form == "float" else form)
    algorithm = load_object(train) if is_python_source(train) else train
    extension = extend(load_object(module), algorithm, bits=bits, point=point, floats=form == "float")
    with progress(quiet or json) as tell:
        done = extension.fit(
            X, y, executor=executor or "closed-form", progress=tell, seed=seed,  # type: ignore[arg-type]
            **({} if max_steps is None else {"max_steps": max_steps}),
        )  # fmt: skip
        direct = extension.run_directly(X, y)
        trained = extension.trained_primary()
        equal = all(bool((trained.state_dict()[name] == value).all()) for name, value in direct.state_dict().items())
        fields = {
            "learner": train, "module": module, "with": "descent", "train_size": len(X), "test_size": len(X_test),
            **vars(extension.figures), "memory_gb": round(peak_memory(), 2), "final_loss": done.losses[-1],
            "equals_direct_computation": equal,
            **quality("", trained, X_test, y_test), **quality("direct_", direct, X_test, y_test),
        }  # fmt: skip
        if compare == "sgd":
            other = torch_sgd(extension, X, y, passes or 1, DEFAULT_RATE if rate is None else rate)
            fields |= quality("torch_sgd_", other, X_test, y_test)
    if output is not None:
        save(extension.trained_network(), output)
        fields["output"] = str(output)
    if json:
        print_json(fields)
        return
    print_fields(f"{train} trains {module} by gradient descent", fields)


def samples(
    data: Path | None, task: str | None, train: int | None, test: int | None, seed: int
) -> tuple[tuple[F64, Any], tuple[F64, Any]]:
    """Training and test set: of a CSV file of numbers, or of a data set that scikit-learn brings."""
    if (data is None) == (task is None):
        raise InputError(f"give --data FILE.csv or --task, one of {', '.join(tasks.BUNDLED)}")
    X, y = tasks.bundled_data(str(task)) if data is None else tasks.read_columns(data)
    return file_parts(X, y, train, test, seed)


def number_format(form: str | None) -> tuple[int, int]:
    """BITS.POINT, such as 20.10."""
    if form is None:
        return 20, 10
    bits, dot, point = form.partition(".")
    if not (dot and bits.isdecimal() and point.isdecimal() and len(form) < 8):
        raise InputError(f"--number takes BITS.FRACTION_BITS, such as 20.10, or float, not {form!r}")
    return int(bits), int(point)


def quality(name: str, module: Any, X: F64, y: F64) -> dict[str, float]:
    """The share of right answers if the labels are classes or signs, else the mean squared error."""
    import torch

    if not len(X):
        return {}
    with torch.no_grad():
        outputs = module(features_of(X)).double().numpy()
    if outputs.shape[1] > 1:
        return {f"{name}test_accuracy": float(np.mean(outputs.argmax(axis=1) == y))}
    if set(np.unique(y)) <= {-1.0, 0.0, 1.0}:
        middle = 0.0 if -1 in y else 0.5
        return {f"{name}test_accuracy": float(np.mean((outputs[:, 0] > middle) == (y > middle)))}
    return {f"{name}mean_squared_error": float(np.mean((outputs[:, 0] - y) ** 2))}


def torch_sgd(extension: Extension, X: F64, y: F64, epochs: int, rate: float) -> Any:
    """A copy of the module trained by torch's SGD on 1/2 |f(x) - y|^2, one sample at a time, in the same order."""
    import torch

    module, (x, labels) = copy.deepcopy(extension.module), extension.tensors(X, y)
    optimizer = torch.optim.SGD(module.parameters(), lr=rate)
    for _ in range(epochs):
        for row, label in zip(x, labels, strict=True):
            optimizer.zero_grad()
            (0.5 * (module(row.unsqueeze(0)) - label).square().sum()).backward()
            optimizer.step()
    return module
