# ruff: noqa
"""Find an arbitrage among exchange rates with Bellman-Ford on logarithms."""

import math


def main(currencies, rates):
    edges = []
    for (a, b), rate in sorted(rates.items()):
        edges.append((a, b, -math.log(rate)))
    dist = {c: 0.0 for c in currencies}
    before = {c: None for c in currencies}
    changed = None
    for _ in range(len(currencies)):
        changed = None
        for a, b, w in edges:
            if dist[a] + w < dist[b] - 1e-9:
                dist[b] = dist[a] + w
                before[b] = a
                changed = b
        if changed is None:
            return None
    if changed is None:
        return None
    for _ in currencies:
        changed = before[changed]
    loop = [changed]
    node = before[changed]
    while node != changed:
        loop.append(node)
        node = before[node]
    loop.append(changed)
    loop.reverse()
    gain = math.prod(rates[a, b] for a, b in zip(loop, loop[1:]))
    return " -> ".join(loop), round(gain, 6)


CASES = [
    (["usd", "eur"], {("usd", "eur"): 0.9, ("eur", "usd"): 1.1}),
    (["usd", "eur"], {("usd", "eur"): 0.9, ("eur", "usd"): 1.2}),
    ([], {}),
    (["usd"], {}),
    (["a", "b", "c"], {("a", "b"): 2.0, ("b", "c"): 3.0, ("c", "a"): 0.17}),
    (["a", "b", "c"], {("a", "b"): 2.0, ("b", "c"): 3.0, ("c", "a"): 0.16, ("a", "c"): 5.9}),
    (["a", "b", "c", "d"], {("a", "b"): 1.0, ("b", "c"): 1.5, ("c", "b"): 0.7, ("c", "d"): 2.0, ("d", "a"): 0.3}),
]
