# ruff: noqa
"""A small hotel: book rooms between dates, refuse overlaps, report the income."""

from dataclasses import dataclass, field
from datetime import date, timedelta


class BookingError(Exception):
    pass


@dataclass(frozen=True)
class Stay:
    guest: str
    arrival: date
    departure: date

    @property
    def nights(self) -> int:
        return (self.departure - self.arrival).days

    def overlaps(self, other: "Stay") -> bool:
        return self.arrival < other.departure and other.arrival < self.departure


@dataclass
class Room:
    number: int
    rate: float
    stays: list[Stay] = field(default_factory=list)

    def free_for(self, stay: Stay) -> bool:
        return not any(stay.overlaps(s) for s in self.stays)


class Hotel:
    def __init__(self, rates):
        self.rooms = [Room(101 + i, rate) for i, rate in enumerate(rates)]

    def book(self, guest, arrival, nights):
        if nights <= 0:
            raise BookingError("a stay needs at least one night")
        start = date.fromisoformat(arrival)
        stay = Stay(guest, start, start + timedelta(days=nights))
        free = [room for room in self.rooms if room.free_for(stay)]
        if not free:
            raise BookingError(f"no room for {guest} on {start:%d %b}")
        room = min(free, key=lambda r: (r.rate, r.number))
        room.stays.append(stay)
        return room

    def income(self):
        return sum(
            room.rate * (1.2 if s.arrival.weekday() >= 4 else 1) * s.nights for room in self.rooms for s in room.stays
        )


def main(rates, requests):
    hotel = Hotel(rates)
    log = []
    for request in requests:
        try:
            room = hotel.book(*request)
            log.append(f"{request[0]}: room {room.number}")
        except (BookingError, ValueError) as error:
            log.append(f"refused: {error}")
    log.append(f"income {hotel.income():,.2f}")
    return log


CASES = [
    ([80.0, 120.0], [("Ann", "2024-03-04", 2), ("Bob", "2024-03-05", 1), ("Cat", "2024-03-05", 3)]),
    ([50], [("Ann", "2024-03-01", 3), ("Bob", "2024-03-04", 1)]),
    ([50], [("Ann", "2024-02-28", 2), ("Eve", "2024-02-29", 1)]),
    ([75.5], [("Zed", "2024-01-01", 0)]),
    ([75.5], [("Zed", "2024-13-01", 1)]),
    ([], [("Nobody", "2025-01-01", 1)]),
    ([1000, 900, 1100], [(name, "2023-12-29", 5) for name in "abcd"]),
]
