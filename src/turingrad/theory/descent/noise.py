"""Attacks on the theorem of `constructions.descent.hold`: noise on every gradient of a whole training.

`python -m turingrad.theory.descent.noise` prints how much each attack needs, beside the radius that is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

import torch
from torch import Tensor

from turingrad.constructions.descent import ExtendedNetwork, fit_batches
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.fitting import Batch
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import TuringradError
from turingrad.library.trainers.trainers import BY_NAME

VARIABLES = ("s", "T", "H", "z")


@dataclass(frozen=True)
class Attack:
    """Noise of at most `size` gamma on each entry of the gradients of `on`, added between backward pass and step, in
    the steps from `first` to `last`.

    kind: "signs", each entry up or down by chance; "runner-up", the right entry of s up and the second least down,
    signs elsewhere; "outward", all entries of one sign, which turns in each step; "gaussian", of that deviation, the
    one kind whose entries have no bound.
    """

    size: float
    kind: str = "signs"
    seed: int = 0
    on: Sequence[str] = VARIABLES
    first: int = 1
    last: int = 1 << 60

    def begin(self) -> Callable[[ExtendedNetwork], None]:
        """What `fit` calls in each step of one training."""
        steps, chance = count(1), torch.Generator().manual_seed(self.seed)

        def disturb(network: ExtendedNetwork) -> None:
            step, size = next(steps), self.size * network.recipe.constants.gamma
            for name in self.on if self.first <= step <= self.last else ():
                gradient = (network.z if name == "z" else getattr(network.tracer, name)).grad
                assert gradient is not None
                gradient += size * self.draw(gradient, name, step, chance).to(gradient.dtype)

        return disturb

    def draw(self, gradient: Tensor, name: str, step: int, chance: torch.Generator) -> Tensor:
        """Noise of size 1 for one gradient."""
        if self.kind == "gaussian":
            return torch.randn(gradient.shape, generator=chance)
        if self.kind == "outward":
            return torch.full(gradient.shape, 1.0 if step % 2 else -1.0)
        found = 2.0 * torch.randint(0, 2, gradient.shape, generator=chance) - 1
        if self.kind == "runner-up" and name == "s":
            least, second = gradient.topk(2, largest=False).indices
            found[least], found[second] = 1.0, -1.0
        return found


def survives(make: Callable[[], ExtendedNetwork], batches: Sequence[Batch], attack: Attack, *, seen: bool) -> bool:
    """Whether the attacked training ends with the weights, and after as many steps, as the undisturbed one. `seen`:
    the invariant of each pass is checked as for users; without it only the result counts."""
    calm, network = make(), make()
    network.invariant.active = seen
    with torch_threads(1):  # one step is too small for two threads
        undisturbed = fit_batches(calm, batches)
        try:
            disturbed = fit_batches(network, batches, max_steps=undisturbed.steps + 1, disturb=attack.begin())
            found = network.theta()
        except TuringradError:
            return False
    same = all(torch.equal(value, found[name]) for name, value in calm.theta().items())
    return same and disturbed.steps == undisturbed.steps


def hold_trainer(
    name: str = "hebb", samples: int = 4, batches: int = 1
) -> tuple[Callable[[], ExtendedNetwork], list[Batch]]:
    """A held network of a trainer, and data sets of random signs for it."""
    trainer, chance = BY_NAME[name], torch.Generator().manual_seed(0)
    sizes = trainer.sizes(samples, 2, batches=batches)
    signs = 2.0 * torch.randint(0, 2, (batches, samples, 3), generator=chance) - 1
    data = [(part[:, :2], part[:, 2:]) for part in signs]
    return lambda: extended_network(trainer, sizes, hold=True), data * sizes.passes


def main() -> None:
    for name, samples, batches in (("hebb", 4, 1), ("majority-label", 3, 1), ("hebb", 2, 2)):
        make, data = hold_trainer(name, samples, batches)
        network = make()
        fit_batches(network, data)
        radius = network.noise_radius().over_gamma
        print(f"{name}, {batches} batch(es) of {samples}: proven for noise up to {radius:.4g} gamma")
        for kind in ("signs", "runner-up", "outward", "gaussian"):
            sizes = [radius * factor for factor in (1 / 16, 1 / 4, 0.999, 1.1, 2, 4, 16)]
            found = [survives(make, data, Attack(size, kind), seen=False) for size in sizes]
            row = ", ".join(f"{size:.3g}: {'right' if ok else 'wrong'}" for size, ok in zip(sizes, found, strict=True))
            print(f"  {kind}: {row}")


if __name__ == "__main__":
    main()
