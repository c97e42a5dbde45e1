# ruff: noqa
"""An elevator as a state machine that serves calls in one direction before it turns."""

from enum import Enum


class Direction(Enum):
    UP = 1
    DOWN = -1
    IDLE = 0

    def __neg__(self):
        return Direction(-self.value)


class Elevator:
    def __init__(self, floors, at=0):
        self.floors = floors
        self.at = at
        self.direction = Direction.IDLE
        self.requests = set()
        self.travelled = 0
        self.log = []

    def call(self, floor):
        if not 0 <= floor < self.floors:
            raise ValueError(f"there is no floor {floor}")
        self.requests.add(floor)

    def _ahead(self, direction):
        return [f for f in self.requests if (f - self.at) * direction.value > 0]

    def step(self):
        if self.at in self.requests:
            self.requests.remove(self.at)
            self.log.append(f"open@{self.at}")
            return
        if not self.requests:
            self.direction = Direction.IDLE
            return
        if self.direction is Direction.IDLE:
            nearest = min(self.requests, key=lambda f: (abs(f - self.at), f))
            self.direction = Direction.UP if nearest > self.at else Direction.DOWN
        elif not self._ahead(self.direction):
            self.direction = -self.direction
        self.at += self.direction.value
        self.travelled += 1


def main(floors, timetable, ticks=40):
    """timetable maps a tick to the floors called at it."""
    lift = Elevator(floors)
    errors = []
    for tick in range(ticks):
        for floor in timetable.get(tick, []):
            try:
                lift.call(floor)
            except ValueError as e:
                errors.append(f"{tick}: {e}")
        lift.step()
        if tick > max(timetable, default=0) and not lift.requests:
            break
    return lift.log, lift.at, lift.travelled, lift.direction.name, errors


CASES = [
    (10, {0: [3, 7], 2: [1]}),
    (5, {0: [0]}),
    (8, {0: [7], 3: [2], 4: [5], 10: [0]}),
    (4, {1: [9, 2], 2: [-1]}),
    (6, {}),
    (12, {t: [(t * 5) % 12] for t in range(0, 12, 3)}),
    (30, {0: [29]}, 10),
]
