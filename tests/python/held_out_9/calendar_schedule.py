# ruff: noqa
"""Merge meetings, find free slots and list recurring dates with datetime."""

from datetime import date, datetime, time, timedelta

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


def parse_slot(day, text):
    start, _, end = text.partition("-")
    a = datetime.strptime(start.strip(), "%H:%M").time()
    b = datetime.strptime(end.strip(), "%H:%M").time()
    if b <= a:
        raise ValueError(f"slot ends before it starts: {text}")
    return datetime.combine(day, a), datetime.combine(day, b)


def merge(slots):
    merged = []
    for start, end in sorted(slots):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def gaps(day, busy, opening=time(9), closing=time(17, 30)):
    cursor = datetime.combine(day, opening)
    stop = datetime.combine(day, closing)
    for start, end in busy:
        if start > cursor:
            yield cursor, min(start, stop)
        cursor = max(cursor, end)
        if cursor >= stop:
            return
    if cursor < stop:
        yield cursor, stop


def show(pair):
    return "-".join(t.strftime("%H:%M") for t in pair)


def nth_weekday(year, month, weekday, n):
    first = date(year, month, 1)
    offset = (weekday - first.weekday()) % 7
    return first + timedelta(days=offset, weeks=n - 1)


def add_workdays(day, n):
    while n > 0:
        day += timedelta(days=1)
        if day.weekday() < 5:
            n -= 1
    return day


def main(iso, slots, minutes):
    day = date.fromisoformat(iso)
    busy = merge(parse_slot(day, s) for s in slots)
    free = [g for g in gaps(day, busy) if g[1] - g[0] >= timedelta(minutes=minutes)]
    total = sum((b - a for a, b in busy), timedelta())
    third = nth_weekday(day.year, day.month, 4, 3)
    print(f"{DAYS[day.weekday()]} {day:%d %b %Y}: busy {total}")
    return {
        "busy": [show(b) for b in busy],
        "free": [show(f) for f in free],
        "hours": total / timedelta(hours=1),
        "due": add_workdays(day, 5).isoformat(),
        "third_friday": str(third),
        "until": (third - day).days,
        "week": day.isocalendar()[1],
    }


CASES = [
    ("2024-02-29", ["09:30-10:00", "09:45-11:15", "14:00-15:00"], 30),
    ("2023-12-29", [], 60),
    ("2024-01-01", ["08:00-18:00"], 15),
    ("2024-06-14", ["16:00-17:30", "9:00-9:20", "9:20-9:40"], 15),
    ("2021-03-07", ["12:00-12:01"], 240),
    ("2024-05-05", ["11:00-10:00"], 10),
    ("2023-02-29", [], 10),
]
