"""Learning curves: the error against the number of samples, of a learner's network and of networks that are trained.

Three models see the same samples of the same problems. The RCNN of a learner, trained by SGD: its error is the
learner's. An MLP whose width and rate are chosen by cross-validation on those samples. And a small transformer,
two layers over one token per feature, trained by Adam. Bands are the least and the largest error over the seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from turingrad._support.arrays import Signs
from turingrad.constructions import drive
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress, quiet
from turingrad.tasks import Task
from turingrad.tasks.task import draw

WIDTHS, RATES = (8, 32, 128), (0.03, 0.1, 0.3)
FOLDS = 3
STEPS = 300
TOKENS, HEADS, LAYERS, ADAM_RATE = 32, 2, 2, 0.003  # of the transformer: numbers per token, heads, layers; its rate


@dataclass(frozen=True)
class CurvePoint:
    """The error of a model at a number of samples: mean, least and largest over the seeds."""

    model: str
    samples: int
    error: float
    low: float
    high: float
    chosen: str = ""  # what cross-validation chose most often


def learning_curve(
    machine: GridMachine,
    task: Task,
    dim: int,
    samples: Sequence[int],
    *,
    seeds: Sequence[int] = range(5),
    test: int = 200,
    progress: Progress | None = None,
) -> Iterator[CurvePoint]:
    """One point per model and number of samples, as they come.

    Args:
        machine: The learner of the RCNN.
        task: What problems are drawn from; each seed draws one.
        dim: Features of a problem.
        samples: Numbers of training samples.
        seeds: The problems of each point, one per seed.
        test: Test samples of each problem.
        progress: Called with what is done.
    """
    if not len(seeds) or test < 1 or not samples:
        raise InputError("a learning curve takes at least one seed, one test sample and one number of samples")
    tell, done = progress or quiet, 0
    for count in samples:
        problems = [draw(task, seed, dim, count, test) for seed in seeds]
        for name, predict in MODELS.items():
            errors, chosen = [], []
            for seed, (X, y, X_test, y_test) in zip(seeds, problems, strict=True):
                predictions, choice = predict(machine, X, y, X_test, seed)
                errors.append(float(np.mean(predictions != y_test)))
                chosen.append(choice)
                done += 1
                tell("trainings", done, len(samples) * len(MODELS) * len(seeds))
            most = max(sorted(set(chosen)), key=chosen.count)
            yield CurvePoint(name, count, float(np.mean(errors)), min(errors), max(errors), most)


def predict_by_mlp(_machine: GridMachine, X: Signs, y: Signs, X_test: Signs, seed: int) -> tuple[Signs, str]:
    """The width and rate with the fewest errors in cross-validation, then trained on all samples. With fewer samples
    than folds there is nothing to validate on: the middle width and rate."""
    grid = [(width, rate) for width in WIDTHS for rate in RATES]
    chosen = grid[len(grid) // 2]
    if len(y) >= FOLDS:
        fold = np.random.default_rng(seed).permutation(len(y)) % FOLDS
        kept = np.array([fold != k for _ in grid for k in range(FOLDS)])
        outputs = train_mlps(X, y, X, [pair for pair in grid for _ in range(FOLDS)], kept, seed)
        wrong = ((np.sign(outputs) != y) & ~kept).reshape(len(grid), -1).sum(axis=1)
        chosen = grid[int(np.argmin(wrong))]
    outputs = train_mlps(X, y, X_test, [chosen], np.ones((1, len(y)), bool), seed)
    return as_signs(outputs[0]), f"width {chosen[0]}, rate {chosen[1]:g}"


def train_mlps(
    X: Signs, y: Signs, points: Signs, members: Sequence[tuple[int, float]], kept: np.ndarray, seed: int
) -> np.ndarray:
    """Outputs at some points, (members, points), of MLPs with one hidden ReLU layer, each of its width and rate,
    trained together by gradient descent on the logistic loss of the samples that it keeps."""
    widest, d = max(width for width, _ in members), X.shape[1]
    generator = torch.Generator().manual_seed(seed)
    used = torch.tensor([[unit < width for unit in range(widest)] for width, _ in members]).float()
    rates = torch.tensor([rate for _, rate in members])
    first = (torch.randn(len(members), d, widest, generator=generator) * (2 / d) ** 0.5).requires_grad_()
    bias = torch.zeros(len(members), 1, widest, requires_grad=True)
    scale = torch.tensor([width**-0.5 for width, _ in members])[:, None]
    last = (torch.randn(len(members), widest, generator=generator) * scale).requires_grad_()
    shift = torch.zeros(len(members), 1, requires_grad=True)
    inputs, labels, weights = torch.from_numpy(X).float(), torch.from_numpy(y).float(), torch.from_numpy(kept).float()

    def forward(rows: Tensor) -> Tensor:
        hidden = torch.relu(rows @ first + bias) * used[:, None]
        return torch.einsum("mnh,mh->mn", hidden, last) + shift

    parameters = [first, bias, last, shift]
    with torch_threads(1):
        for _ in range(STEPS):
            losses = (F.softplus(-labels * forward(inputs)) * weights).sum(1) / weights.sum(1)
            slopes = torch.autograd.grad(losses.sum(), parameters)
            with torch.no_grad():
                for parameter, slope in zip(parameters, slopes, strict=True):
                    parameter -= rates.view(-1, *[1] * (slope.dim() - 1)) * slope
        with torch.no_grad():
            return forward(torch.from_numpy(points).float()).numpy()


class SmallTransformer(nn.Module):
    """One token per feature: its place, and its sign times a vector; the mean of the last layer is read."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.place = nn.Parameter(torch.randn(features, TOKENS) * TOKENS**-0.5)
        self.sign = nn.Parameter(torch.randn(TOKENS) * TOKENS**-0.5)
        layer = nn.TransformerEncoderLayer(TOKENS, HEADS, 2 * TOKENS, dropout=0.0, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
        self.head = nn.Linear(TOKENS, 1)

    def forward(self, X: Tensor) -> Tensor:
        tokens = self.place + X[..., None] * self.sign
        answer: Tensor = self.head(self.layers(tokens).mean(dim=1)).squeeze(-1)
        return answer


def predict_by_transformer(_machine: GridMachine, X: Signs, y: Signs, X_test: Signs, seed: int) -> tuple[Signs, str]:
    """Adam on the logistic loss of all samples."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = SmallTransformer(X.shape[1])
    inputs, labels = torch.from_numpy(X).float(), torch.from_numpy(y).float()
    optimizer = torch.optim.Adam(network.parameters(), lr=ADAM_RATE)
    with torch_threads(1):
        for _ in range(STEPS):
            optimizer.zero_grad()
            F.softplus(-labels * network(inputs)).mean().backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        with torch.no_grad():
            return as_signs(network(torch.from_numpy(X_test).float()).numpy()), ""


def as_signs(outputs: np.ndarray) -> Signs:
    return np.where(outputs > 0, 1, -1).astype(np.int8)


Predict = Callable[[GridMachine, Signs, Signs, Signs, int], tuple[Signs, str]]
MODELS: dict[str, Predict] = {
    "rcnn": lambda machine, X, y, X_test, _: (drive.learn(machine, X, y, X_test, on="rcnn").predictions, ""),
    "mlp": predict_by_mlp,
    "transformer": predict_by_transformer,
}
