"""A margin at step 0, and how much noise a whole training then survives.

Section 5.2 has z_0 = 0 and out = z there, so that at step 0 the gradient in s is 0 in every entry. No term mends that
while out_0 = 0: the gradient in s is -J^T y with J = d out/d s, which changes its sign with y, so that a vertex that it
favours for y it disfavours for -y. So z starts at z_0 = M e_1, off all labels, and while it is there

    out = z + kappa (1 - sum_v l_v^{1/4}(s)) e_1,      l_v^{1/4}(x) = R(4 x_v - 3)   (Lemma A.1 on the simplex).

At e_v the bracket is 0: out_0 = z_0, the gradient in z is z_0 - y, and with rate 1 z becomes y, as in Section 5.2. Its
slope is -4 kappa at v and 0 elsewhere, so the gradient in s is -4 kappa (M - y_1) e_v: s stays, by a margin of at least
4 kappa (M - L) with L = max |y_i|. (5) is not needed: |y - z_0| >= M - L.

**Theorem.** Let every entry of every gradient be off by at most r gamma, r below `noise_radius`, as an adversary likes
who knows everything. Then every step leads to the machine's next configuration, after as many steps as without noise,
and F is f_theta with the same theta, bit for bit.

*Proof.* Let |rho| <= 1/16 be the relative error by which labels round (`Wrapping.label_error`, 0 for signs), E = 1
without batches, 2 with them. By induction s is a vertex e_v, T and H are within e = E r + |rho| (D + 1/2) <= 1/4 of the
codes of the machine's configuration (D = 2 is the most that an entry of two codes differs), and z is within 2 r gamma
of y or, while labels are read, within 2 r gamma + |rho| (M + L) of z_0 in each entry. Then the copies inside the
stop-gradients and the labels on their grid are exact.

*Reading.* |z - z_0|^2 <= n m (2 r gamma + |rho| (M + L))^2 <= epsilon/3, so psi = 1 with slope 0. The entries of the
gradient in s are -4 kappa (M - y_1) and 0, within r gamma: v is least for 2 r gamma < 4 kappa (M - L). T and H change
by r at most, z becomes y within r gamma.

*Running.* |z - z_0| >= M - L - 2 sqrt(n m) r gamma >= sqrt(2 epsilon/3), so psi = 0. All squares are at least 0, so
l >= c > B_upper and phi = 1. The gradient is 1 + rho times that of l, whose entries in s depend on exact copies only:
the right successor is least by margin gamma, of which rounding takes less than half (`certificate.label_bound`), so it
stays least for 2 r gamma < margin gamma/2. T - (1/gamma) gradient is the tape after the write, within
|rho| |T - written| + r; H and z likewise, z going to y, or to z_0 in the step that asks for a batch.

*Halted.* Nothing is written or moved and t = diag(T^T H), so without noise all squares are 0 and l = c - W gamma. With
it l is larger by at most gamma/2 N e^2 + n m (2 r gamma)^2/2, N the numbers of T and H. While that is below half the
distance of c - W gamma from B_lower, phi = 0 and F is f_theta.  []
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor

from turingrad.constructions.descent.constants import Constants, power_of_two_at_least
from turingrad.constructions.descent.encoding import ROUNDING
from turingrad.constructions.descent.recipe import Recipe

FLOATS = 1 - 2.0**-6  # T and H off their codes round as floats do, by less than a 64th of 1/4
CODE_DIFFERENCE = 2.0  # the most that an entry of two codes differs: -1 and +1


@dataclass(frozen=True)
class Hold:
    """M and kappa."""

    start: float
    slope: float

    def around(self, z: Tensor, s: Tensor) -> Tensor:
        """z + kappa (1 - sum_v l_v^{1/4}(s)) e_1: what F is while labels are read."""
        first, rest = z.flatten().tensor_split([1])
        return torch.cat([first + self.slope * (1 - torch.relu(4 * s - 3).sum()), rest]).view(z.shape)

    def margin(self, label_bound: float) -> float:
        """The least distance, at step 0, of the entry at s from the others."""
        return 4 * self.slope * (self.start - label_bound)


def choose_hold(recipe: Recipe, label_bound: float, epsilon: float) -> Hold:
    """M, a power of two with M - L >= L and M - L >= 2 sqrt(epsilon); kappa, with a margin as large as running's."""
    start = 2 * power_of_two_at_least(max(label_bound, 2 * sqrt(epsilon)))
    return Hold(start, power_of_two_at_least(recipe.constants.gamma * recipe.margin / (4 * (start - label_bound))))


@dataclass(frozen=True)
class NoiseRadius:
    """Bounds on r, by what breaks beyond them; the least of them is the radius of the theorem, over gamma."""

    rounding: float
    running: float
    reading: float
    labels: float
    switch: float
    halting: float

    @property
    def over_gamma(self) -> float:
        return min(self.rounding, self.running, self.reading, self.labels, self.switch, self.halting)


def noise_radius(
    constants: Constants,
    hold: Hold,
    margin: float,
    *,
    entries: int,
    numbers: int,
    label_bound: float,
    label_step: float,
    epsilon: float,
    rho: float,
    batched: bool,
) -> NoiseRadius:
    """The theorem's bounds for `entries` = n m labels of grid `label_step`, and T and H of `numbers` numbers."""
    gamma, repeats = constants.gamma, 2.0 if batched else 1.0
    left = max(ROUNDING * FLOATS - rho * (CODE_DIFFERENCE + 0.5), 0.0)  # for E r
    slack = (constants.lower - constants.c + constants.halt_weight * gamma) / (2 * gamma)
    # gamma/2 N e^2 + 2 n m r^2 gamma^2 <= slack gamma, and e^2 <= 2 (E r)^2 + 2 (|rho| (D + 1/2))^2
    spread = slack - numbers * (rho * (CODE_DIFFERENCE + 0.5)) ** 2
    halting = sqrt(max(spread, 0.0) / (numbers * repeats**2 + 2 * entries * gamma))
    return NoiseRadius(
        rounding=left / repeats,
        running=margin / 4,
        reading=hold.margin(label_bound) / (2 * gamma),
        labels=ROUNDING * label_step / (2 * gamma),
        switch=max(sqrt(epsilon / (3 * entries)) - rho * (hold.start + label_bound), 0.0) / (2 * gamma),
        halting=halting,
    )
