"""Merge overlapping intervals and find the free gaps."""


def merge(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def main(*intervals, day=(0, 24)):
    busy = merge(intervals)
    free = []
    t = day[0]
    for start, end in busy:
        if start > t:
            free.append((t, start))
        t = max(t, end)
    if t < day[1]:
        free.append((t, day[1]))
    return busy, free


CASES = [
    (),
    ((1, 3), (2, 6), (8, 10), (15, 18)),
    ((1, 4), (4, 5)),
    ((0, 24),),
    ((5, 6), (1, 2), (3, 4)),
    ((1, 10), (2, 3), (4, 5)),
    ((9.5, 10.25), (10.0, 11.0)),
]
