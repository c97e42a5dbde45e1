# ruff: noqa
"""Parses durations such as 1h30m or 2 days, adds them up and prints them in a human form."""

import re
from functools import total_ordering

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
PART = re.compile(r"(\d+(?:\.\d+)?)\s*(seconds?|minutes?|hours?|days?|weeks?|[smhdw])")


@total_ordering
class Duration:
    def __init__(self, seconds):
        self.seconds = seconds

    @classmethod
    def parse(cls, text):
        text = text.strip().lower()
        if re.fullmatch(r"\d+:\d\d(:\d\d)?", text):
            total = 0
            for piece in text.split(":"):
                total = total * 60 + int(piece)
            return cls(total)
        total, position = 0.0, 0
        for match in PART.finditer(text):
            if text[position : match.start()].strip(" ,"):
                break
            number, unit = match.groups()
            total += float(number) * UNITS[unit[0]]
            position = match.end()
        if not text or text[position:].strip(" ,"):
            raise ValueError(f"not a duration: {text!r}")
        return cls(int(total))

    def __add__(self, other):
        return Duration(self.seconds + other.seconds)

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __eq__(self, other):
        return self.seconds == other.seconds

    def __lt__(self, other):
        return self.seconds < other.seconds

    def __str__(self):
        rest, parts = self.seconds, []
        for unit, size in sorted(UNITS.items(), key=lambda u: -u[1]):
            count, rest = divmod(rest, size)
            if count:
                parts.append(f"{count}{unit}")
        return " ".join(parts) or "0s"


def main(texts):
    good, bad = [], []
    for text in texts:
        try:
            good.append(Duration.parse(text))
        except ValueError as error:
            bad.append(str(error))
    if not good:
        return None, bad
    return [str(d) for d in sorted(good)], str(sum(good)), str(max(good)), bad


CASES = [
    (["1h30m", "45 minutes", "90s"],),
    (["2 days, 3 hours", "1:30", "1:00:05"],),
    (["soon", "", "5 parsecs"],),
    (["1.5h", "0.25 d", "1w"],),
    (["10m and 5s", "10m"],),
    ([],),
    (["100000s", "0s"],),
]
