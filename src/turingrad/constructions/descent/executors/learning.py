"""Learning with descent: a trainer of the library, or any learner of circuits, writes a network's weights by gradient
descent."""

from __future__ import annotations

import copy
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from turingrad import formats
from turingrad._support.arrays import F64, Array, all_signs
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.programs import learn_program
from turingrad.constructions.descent.executors.quantisers import Quantiser, quantisers, stated_rounding
from turingrad.constructions.descent.executors.training import answers, predict, train_and_predict
from turingrad.constructions.descent.fitting import Batch
from turingrad.constructions.descent.quantise import symbol_numbers
from turingrad.constructions.network import Network
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.exact import torch_dtype
from turingrad.library.trainers.layout import Sizes, Trainer
from turingrad.library.trainers.trainers import known_trainer, trainer_of
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.tape import TapeMachine

SHORT_TRAINING = 2_000
DEFAULT_MAX_STEPS = 20_000_000
SIZES = ("samples", "features", "width", "passes", "batches")
MAX_ENTRIES = 12  # signs of a data set whose every value has its computation on the simplex


@dataclass(frozen=True, eq=False)
class TrainerCells:
    """The two functions between numbers and the cells of a trainer's tapes, for some sizes."""

    trainer: Trainer
    sizes: Sizes

    @cached_property
    def quantisers(self) -> tuple[Quantiser, Quantiser]:
        return quantisers(self.trainer)

    def __getstate__(self) -> dict[str, Any]:
        return {"trainer": self.trainer, "sizes": self.sizes}  # quantisers are made anew

    def quantise(self, x: Tensor, z: Tensor) -> Tensor:
        features, labels = self.quantisers
        read = z if bool(z.any()) else torch.ones_like(z)  # before the labels are read nothing looks at them
        return encode_samples(self, features.encode(x), labels.encode(read))

    def dequantise(self, cells: Tensor) -> Tensor:
        text = "".join(self.trainer.machine.symbols[number] for number in cells.tolist())
        return torch.from_numpy(self.trainer.weights(self.sizes, text))


@lru_cache(maxsize=8)
def encode_samples(of: TrainerCells, x: bytes, z: bytes) -> Tensor:
    features, labels = of.quantisers
    X = np.frombuffer(x, features.kind).reshape(of.sizes.samples, of.sizes.features)
    return symbol_numbers(of.trainer.data(of.sizes, X, np.frombuffer(z, labels.kind)), of.trainer.machine)


def extended_network(
    trainer: Trainer,
    sizes: Sizes,
    *,
    hat: str = "directed",
    dtype: torch.dtype = torch.float32,
    loss: Literal["tape", "configurations"] = "tape",
    hold: bool = False,
) -> ExtendedNetwork:
    """Build the extended network of a trainer and its primary.

    Args:
        trainer: The trainer.
        sizes: The number of samples and features.
        hat: The hat functions of the loss, `directed` or `paper`.
        dtype: The format of the parameters.
        loss: `tape`, or `configurations`: over the computations from every set of samples and labels -1 and +1.
        hold: Give it a margin at step 0, so that it tolerates noise on gradients.

    Returns:
        The network of Figure 1, untrained.

    Example:
        >>> from turingrad.constructions.descent import extended_network
        >>> from turingrad.library.trainers import BY_NAME
        >>> hebb = BY_NAME["hebb"]
        >>> extended_network(hebb, hebb.sizes(samples=4, features=2)).labels
        (4, 1)
    """
    inputs = sign_tables(trainer, sizes) if loss == "configurations" else ()
    cells = TrainerCells(trainer, sizes)
    network = ExtendedNetwork(
        trainer.primary(sizes),
        trainer.machine,
        cells.quantise,
        cells.dequantise,
        labels=(sizes.samples, 1),
        output_tape=trainer.output_tape,
        tapes=trainer.tapes(sizes),
        batch_states=(trainer.batch_state,) if sizes.batches > 1 else (),
        output_bound=trainer.output_bound,
        label_bound=trainer.label_bound,
        label_step=1.0 if loss == "tape" and not trainer.real else None,
        hold=hold,
        loss=loss,
        inputs=inputs,
        hat=hat,
        dtype=dtype,
    )
    network.features = sizes.features
    if trainer.described or known_trainer(trainer.machine) is trainer:  # else functions that no file holds
        machine = formats.to_object(trainer.machine) if trainer.described else None
        network.made_from = {
            "trainer": trainer.name, **asdict(sizes), "hat": hat, "loss": loss, "machine": machine,
            **({"hold": True} if hold else {}),
        }  # fmt: skip
    return network


def sign_tables(trainer: Trainer, sizes: Sizes) -> list[str]:
    """The data tapes of all samples and labels -1 and +1."""
    entries = sizes.samples * (sizes.features + 1)
    if trainer.takes_numbers or entries > MAX_ENTRIES:
        raise LimitError(f"2^{entries} data sets; the loss over configurations takes signs, {MAX_ENTRIES} at most")
    tables = all_signs(entries).reshape(-1, sizes.samples, sizes.features + 1)
    return [trainer.data(sizes, table[:, :-1], table[:, -1]) for table in tables]


def learn(request: TrainingRequest) -> TrainingResult:
    """Train the extended network of a trainer on (X, y) by gradient descent and predict X_test with it.

    `details` has the loss before every gradient step, the weights, and whether they are those of the direct
    computation. Nothing is random but which steps of a closed form are re-done by autograd. A network that is given is
    trained on a copy of itself; one that has halted answers.
    """
    learner = request.learner
    if isinstance(learner, Learner):
        return learn_program(request, learner)
    if isinstance(learner, ExtendedNetwork) and learner.halted:
        return answer_without_training(request, copy.deepcopy(learner))
    network, trainer, sizes = network_for(request)
    limit = DEFAULT_MAX_STEPS if request.max_steps is None else request.max_steps
    X, y = (torch.from_numpy(of.copy()).to(network.dtype).double().numpy() for of in (request.X, request.y))
    features, labels = quantisers(trainer)  # X and y are now as the network sees them
    direct = trainer.expected_weights(sizes, features.numbers(X), labels.numbers(y), limit)
    stream = batches_of(X, y, sizes)
    chosen = request.executor or default_executor(network, stream[0])
    found = train_and_predict(request, network, stream, chosen, limit, real=trainer.real)
    if isinstance(found, TrainingResult):
        return found
    done, predictions = found
    written = weights_of(network)
    details = {
        "losses": list(done.losses),
        **({"losses_left_out": done.losses_left_out} if done.losses_left_out else {}),
        "gradients": done.gradients,
        "backward_calls": done.backward_calls,
        "machine_steps": done.machine_steps,
        "weights": written.tolist(),
        "equals_direct_computation": bool(np.array_equal(written, direct)),
        "reference_predictions": direct_predictions(network, direct, request.X_test, real=trainer.real),
        **sizes_of(network),
        **({"passes": sizes.passes} if trainer.default_passes > 1 else {}),
        **({"batches": sizes.batches} if sizes.batches > 1 else {}),
        **stated_rounding(trainer, X),
    }
    return TrainingResult(
        chosen,
        predictions,
        done.steps,
        details,
        predictor=partial(predict, network, real=trainer.real),
        network=network,
    )


def network_for(request: TrainingRequest) -> tuple[ExtendedNetwork, Trainer, Sizes]:
    """The network of a training request: of a trainer, for the data set, or a copy of the one that was given."""
    learner, options = request.learner, request.options
    samples, features = request.X.shape
    if isinstance(learner, ExtendedNetwork):
        trainer, sizes = origin_of(learner)
        if (samples, features) != (sizes.samples * sizes.batches, sizes.features):
            wanted = f"{sizes.samples * sizes.batches} samples of {sizes.features} features"
            raise InputError(f"this network was made for {wanted}, not for {samples} of {features}")
        if (options.passes, options.batches, options.hat, request.dtype) != (None, None, "directed", None):
            raise InputError("passes, batches, hat and dtype are chosen when a network is made, and this one is")
        return copy.deepcopy(learner), trainer, sizes
    if isinstance(learner, Network):
        raise InputError("this network traces a machine and has no primary: descent learns with a trainer")
    if not isinstance(learner, TapeMachine | Trainer):
        raise MachineError(
            f"descent trains with a learner, or a tape machine that writes weights, not {describe_machine(learner)}"
        )
    trainer = learner if isinstance(learner, Trainer) else trainer_of(learner)
    batches = options.batches or 1
    if samples % batches:
        raise InputError(f"{samples} samples cannot be split into {batches} batches of equal size")
    sizes = trainer.sizes(samples // batches, features, options.passes, batches=batches)
    dtype = torch_dtype(request.dtype or "float32")
    return extended_network(trainer, sizes, hat=options.hat, dtype=dtype), trainer, sizes


def origin_of(network: ExtendedNetwork) -> tuple[Trainer, Sizes]:
    """The trainer and the sizes of an extended network that `extended_network` made."""
    facts = network.made_from
    if facts is None or "trainer" not in facts:
        raise InputError("this network was not made from a trainer; train it with `fit`")
    return trainer_of(network.machine), Sizes(*(facts[key] for key in SIZES))


def answer_without_training(request: TrainingRequest, network: ExtendedNetwork) -> TrainingResult:
    """Of a network that has halted nothing is trained: F answers, beside the primary alone with the same weights."""
    if "training" in (network.made_from or {}):
        raise InputError("this module's labels need not be signs: for its outputs call network.predict(x)")
    written = weights_of(network)
    details = {
        "trained_before": network.labels[0],
        "weights": written.tolist(),
        "reference_predictions": direct_predictions(network, written, request.X_test),
        **sizes_of(network),
    }
    found = predict(network, request.X_test)
    return TrainingResult("autograd", found, 0, details, predictor=partial(predict, network), network=network)


def weights_of(network: ExtendedNetwork) -> F64:
    """What the machine has written, in the order of the primary's parameters."""
    return torch.cat([part.flatten() for part in network.theta().values()]).double().numpy()


def sizes_of(network: ExtendedNetwork) -> dict[str, Any]:
    return {
        "vertices": network.recipe.graph.vertices,
        "edges": network.recipe.graph.edges,
        "cells": network.tracer.cells,
        "gamma": network.recipe.constants.gamma,
        "parameters": sum(value.numel() for value in network.parameters()),
    }


def batches_of(X: Any, y: Any, sizes: Sizes) -> list[Batch]:
    """The samples in the order in which the machine asks for them: all batches, once for each pass. One batch is read
    again by the machine itself."""
    x, labels = torch.from_numpy(X.copy()), torch.from_numpy(y.copy()).unsqueeze(1)
    n = sizes.samples
    once = [(x[n * i : n * (i + 1)], labels[n * i : n * (i + 1)]) for i in range(sizes.batches)]
    return once * (sizes.passes if sizes.batches > 1 else 1)


def default_executor(network: ExtendedNetwork, batch: Batch) -> str:
    """Autograd where the training on the first batch alone is short."""
    x, y = (values.to(network.dtype) for values in batch)
    ahead = ClosedForm(network.tracer, network.start(x, y))
    ahead.advance(SHORT_TRAINING)
    return "autograd" if ahead.halted() else "closed-form"


def direct_predictions(network: ExtendedNetwork, weights: F64, points: Array, *, real: bool = False) -> Array:
    """What the primary network answers with directly computed weights."""
    theta = network.f.theta(torch.from_numpy(weights.copy()).to(network.dtype))
    found = network.in_batches(lambda x: network.f(theta, x), torch.from_numpy(points.copy()))
    return answers(found, real=real)
