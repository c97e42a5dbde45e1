# ruff: noqa
"""Choose non-overlapping meetings of the greatest total value, with times as text."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter


@dataclass(frozen=True)
class Meeting:
    name: str
    start: int
    end: int
    value: float = 1.0

    @classmethod
    def parse(cls, line):
        name, span, *value = line.split()
        start, end = (minutes(t) for t in span.split("-"))
        if end <= start:
            raise ValueError(f"{name} ends before it starts")
        return cls(name, start, end, float(value[0]) if value else 1.0)

    def __str__(self):
        return f"{clock(self.start)}-{clock(self.end)} {self.name}"


def minutes(text):
    h, m = map(int, text.split(":"))
    return 60 * h + m


def clock(total):
    return "%02d:%02d" % divmod(total, 60)


def best_plan(meetings):
    meetings = sorted(meetings, key=attrgetter("end", "start"))
    ends = [m.end for m in meetings]

    @lru_cache(None)
    def best(n):
        if n == 0:
            return 0.0, ()
        m = meetings[n - 1]
        before = bisect_right(ends, m.start, hi=n - 1)
        value, chosen = best(before)
        take = (value + m.value, chosen + (m,))
        skip = best(n - 1)
        return take if take[0] > skip[0] else skip

    return best(len(meetings))


def rooms_needed(meetings):
    events = sorted([(m.start, 1) for m in meetings] + [(m.end, -1) for m in meetings])
    current = peak = 0
    for _, change in events:
        current += change
        peak = max(peak, current)
    return peak


def main(lines):
    try:
        meetings = [Meeting.parse(line) for line in lines]
    except ValueError as e:
        return {"error": str(e)}
    value, plan = best_plan(meetings)
    return {"value": value, "plan": [str(m) for m in plan], "rooms": rooms_needed(meetings)}


CASES = [
    (["standup 9:00-9:15", "review 9:10-10:00 3", "lunch 12:00-13:00 2"],),
    (["a 1:00-4:00 5", "b 3:00-5:00 6", "c 0:00-6:00 8", "d 4:00-7:00 4", "e 5:00-9:00 1.5"],),
    ([],),
    (["late 18:00-17:00"],),
    (["odd 18-19"],),
    (["x 8:00-9:00", "y 9:00-10:00", "z 8:30-9:30 1.5"],),
    ([f"m{i} {8 + i % 5}:{i * 7 % 60:02d}-{9 + i % 5}:{i * 11 % 60:02d} {i % 4 + 1}" for i in range(12)],),
]
