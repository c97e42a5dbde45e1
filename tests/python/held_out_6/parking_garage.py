# ruff: noqa
"""A parking garage with sizes of vehicles, tickets and fees."""

import math
from dataclasses import dataclass
from enum import IntEnum


class Size(IntEnum):
    MOTORBIKE = 1
    CAR = 2
    VAN = 3


class GarageFull(Exception):
    pass


@dataclass
class Ticket:
    plate: str
    size: Size
    spot: int
    entered: int

    def fee(self, now: int) -> float:
        minutes = now - self.entered
        if minutes <= 15:
            return 0.0
        hours = math.ceil(minutes / 60)
        return min(25.0, 2.5 + (hours - 1) * 1.5) * (1 + 0.5 * (self.size == Size.VAN))


class Garage:
    def __init__(self, spots):
        self.spots = [Size(s) for s in spots]
        self.taken: dict[int, Ticket] = {}
        self.earned = 0.0

    def enter(self, plate, size, now):
        options = [i for i, s in enumerate(self.spots) if s >= size and i not in self.taken]
        if not options:
            raise GarageFull(f"no spot for {plate} ({size.name.lower()})")
        spot = min(options, key=lambda i: self.spots[i])
        self.taken[spot] = ticket = Ticket(plate, size, spot, now)
        return ticket

    def leave(self, plate, now):
        ticket = next((t for t in self.taken.values() if t.plate == plate), None)
        if ticket is None:
            raise LookupError(f"{plate} is not here")
        del self.taken[ticket.spot]
        fee = ticket.fee(now)
        self.earned += fee
        return fee


def main(spots, events):
    garage = Garage(spots)
    log = []
    for now, what, plate, *rest in events:
        try:
            if what == "in":
                ticket = garage.enter(plate, Size[rest[0].upper()], now)
                log.append(f"{plate} -> {ticket.spot}")
            else:
                log.append(f"{plate} pays {garage.leave(plate, now):.2f}")
        except (GarageFull, LookupError) as e:
            log.append(f"! {e}")
    return log, round(garage.earned, 2), sorted(t.plate for t in garage.taken.values())


CASES = [
    ([2, 2, 3], [(0, "in", "A1", "car"), (5, "in", "V1", "van"), (70, "out", "A1"), (500, "out", "V1")]),
    ([1], [(0, "in", "C", "car"), (1, "in", "M", "motorbike"), (10, "out", "M")]),
    ([3, 1, 2], [(0, "in", "M", "motorbike"), (0, "in", "C", "car"), (0, "in", "D", "car"), (9, "in", "E", "car")]),
    ([], [(0, "out", "ghost")]),
    ([2], [(0, "in", "X", "car"), (10000, "out", "X")]),
    ([2], [(0, "in", "X", "truck")]),
]
