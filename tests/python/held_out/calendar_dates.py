# ruff: noqa
"""Days between dates, weekdays and Easter without the datetime module."""

MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def length(y, m):
    return MONTHS[m - 1] + (m == 2 and leap(y))


def ordinal(y, m, d):
    if not (1 <= m <= 12 and 1 <= d <= length(y, m)):
        raise ValueError(f"{y:04}-{m:02}-{d:02} is no date")
    before = y - 1
    return before * 365 + before // 4 - before // 100 + before // 400 + sum(length(y, k) for k in range(1, m)) + d


def easter(y):
    a, (b, c) = y % 19, divmod(y, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return y, month, day + 1


def month_table(y, m):
    first = (ordinal(y, m, 1) - 1) % 7
    cells = ["  "] * first + [f"{d:2}" for d in range(1, length(y, m) + 1)]
    return [" ".join(cells[i : i + 7]) for i in range(0, len(cells), 7)]


def main(first, second):
    try:
        a, b = (ordinal(*map(int, s.split("-"))) for s in (first, second))
    except ValueError as e:
        return str(e)
    y, m, _ = map(int, first.split("-"))
    return b - a, NAMES[(a - 1) % 7], NAMES[(b - 1) % 7], "%d-%02d-%02d" % easter(y), month_table(y, m)


CASES = [
    ("2000-01-01", "2000-12-31"),
    ("1900-02-29", "2000-01-01"),
    ("2024-02-29", "2024-03-01"),
    ("1969-07-20", "1969-07-20"),
    ("2023-05-17", "1999-12-31"),
    ("oops", "2000-01-01"),
    ("2021-13-01", "2021-01-01"),
]
