"""A pipeline of generators with send, islice, accumulate and chain."""

from itertools import accumulate, chain, count, cycle, islice, takewhile


def averager():
    total, n = 0.0, 0
    average = None
    while True:
        value = yield average
        total += value
        n += 1
        average = total / n


def collatz(n):
    while n != 1:
        yield n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield 1


def windows(iterable, size):
    window = []
    for item in iterable:
        window.append(item)
        if len(window) > size:
            window.pop(0)
        if len(window) == size:
            yield tuple(window)


def main(n, size):
    sequence = list(collatz(n))
    running = averager()
    next(running)
    averages = [running.send(v) for v in sequence]
    squares = takewhile(lambda s: s <= n, (i * i for i in count(1)))
    colors = list(islice(cycle(["red", "green", "blue"]), size + 2))
    return (
        len(sequence),
        max(sequence),
        averages[-1],
        list(squares),
        list(accumulate(sequence[:5], max)),
        sum(1 for w in windows(sequence, size) if w[0] < w[-1]),
        list(chain(colors, "ab")),
    )


CASES = [(1, 1), (2, 1), (6, 2), (7, 3), (27, 2), (50, 4), (97, 5)]
