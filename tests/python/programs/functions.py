# ruff: noqa
"""Functions as people write them; each with calls to compare."""

from __future__ import annotations

import heapq
import math
import random
from collections import Counter, OrderedDict, defaultdict, deque
from functools import cache, reduce
from itertools import accumulate, combinations, permutations, product


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def sieve(n):
    is_prime = [True] * (n + 1)
    is_prime[0:2] = [False, False]
    for i in range(2, int(n**0.5) + 1):
        if is_prime[i]:
            for j in range(i * i, n + 1, i):
                is_prime[j] = False
    return [i for i, p in enumerate(is_prime) if p]


def quicksort(xs):
    if len(xs) <= 1:
        return xs
    pivot = xs[len(xs) // 2]
    left = [x for x in xs if x < pivot]
    middle = [x for x in xs if x == pivot]
    right = [x for x in xs if x > pivot]
    return quicksort(left) + middle + quicksort(right)


def binary_search(arr, target):
    lo, hi = 0, len(arr) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if arr[mid] == target:
            return mid
        if arr[mid] < target:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


def n_queens(n):
    solutions = []

    def place(row, cols, diag1, diag2, board):
        if row == n:
            solutions.append(board[:])
            return
        for col in range(n):
            if col in cols or (row - col) in diag1 or (row + col) in diag2:
                continue
            cols.add(col)
            diag1.add(row - col)
            diag2.add(row + col)
            board.append(col)
            place(row + 1, cols, diag1, diag2, board)
            board.pop()
            cols.remove(col)
            diag1.remove(row - col)
            diag2.remove(row + col)

    place(0, set(), set(), set(), [])
    return solutions


def dijkstra(graph, source):
    dist = {node: float("inf") for node in graph}
    dist[source] = 0
    queue = [(0, source)]
    while queue:
        d, u = heapq.heappop(queue)
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            nd = d + w
            if nd < dist[v]:
                dist[v] = nd
                heapq.heappush(queue, (nd, v))
    return dist


def edit_distance(a, b):
    dp = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        dp[i][0] = i
    for j in range(len(b) + 1):
        dp[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            dp[i][j] = min(dp[i - 1][j] + 1, dp[i][j - 1] + 1, dp[i - 1][j - 1] + cost)
    return dp[-1][-1]


def knapsack(weights, values, capacity):
    best = [0] * (capacity + 1)
    for w, v in zip(weights, values):
        for c in range(capacity, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[capacity]


def word_count(text):
    counts = {}
    for word in text.lower().split():
        word = word.strip(".,!?")
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))


def game_of_life(grid, steps):
    rows, cols = len(grid), len(grid[0])
    for _ in range(steps):
        new = [[0] * cols for _ in range(rows)]
        for r in range(rows):
            for c in range(cols):
                n = sum(
                    grid[(r + dr) % rows][(c + dc) % cols]
                    for dr in (-1, 0, 1)
                    for dc in (-1, 0, 1)
                    if (dr, dc) != (0, 0)
                )
                new[r][c] = 1 if n == 3 or (n == 2 and grid[r][c]) else 0
        grid = new
    return grid


def topological_sort(edges):
    graph = defaultdict(list)
    indegree = defaultdict(int)
    nodes = []
    for a, b in edges:
        graph[a].append(b)
        indegree[b] += 1
        for x in (a, b):
            if x not in nodes:
                nodes.append(x)
    queue = deque([n for n in nodes if indegree[n] == 0])
    order = []
    while queue:
        n = queue.popleft()
        order.append(n)
        for m in graph[n]:
            indegree[m] -= 1
            if indegree[m] == 0:
                queue.append(m)
    if len(order) != len(nodes):
        raise ValueError("graph has a cycle")
    return order


def huffman(text):
    freq = Counter(text)
    heap = [[weight, i, [symbol, ""]] for i, (symbol, weight) in enumerate(sorted(freq.items()))]
    heapq.heapify(heap)
    count = len(heap)
    while len(heap) > 1:
        lo = heapq.heappop(heap)
        hi = heapq.heappop(heap)
        for pair in lo[2:]:
            pair[1] = "0" + pair[1]
        for pair in hi[2:]:
            pair[1] = "1" + pair[1]
        heapq.heappush(heap, [lo[0] + hi[0], count] + lo[2:] + hi[2:])
        count += 1
    return sorted(heap[0][2:], key=lambda p: (len(p[-1]), p))


def modpow(base, exponent, modulus):
    result = 1
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        exponent >>= 1
        base = base * base % modulus
    return result


def rsa(message, p, q, e):
    n = p * q
    phi = (p - 1) * (q - 1)
    d = pow(e, -1, phi)
    c = pow(message, e, n)
    return n, d, c, pow(c, d, n)


def big_factorial(n):
    return math.factorial(n), len(str(math.factorial(n))), sum(int(d) for d in str(2**n))


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def matrix_power(m, n):
    def mul(a, b):
        return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]

    result = [[int(i == j) for j in range(len(m))] for i in range(len(m))]
    while n:
        if n % 2:
            result = mul(result, m)
        m = mul(m, m)
        n //= 2
    return result


def calculator(text):
    tokens = []
    i = 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit():
            j = i
            while j < len(text) and (text[j].isdigit() or text[j] == "."):
                j += 1
            tokens.append(float(text[i:j]) if "." in text[i:j] else int(text[i:j]))
            i = j
        else:
            tokens.append(c)
            i += 1
    pos = 0

    def peek():
        return tokens[pos] if pos < len(tokens) else None

    def advance():
        nonlocal pos
        pos += 1
        return tokens[pos - 1]

    def factor():
        t = advance()
        if t == "(":
            v = expression()
            if advance() != ")":
                raise SyntaxError("expected )")
            return v
        if t == "-":
            return -factor()
        return t

    def term():
        v = factor()
        while peek() in ("*", "/"):
            if advance() == "*":
                v = v * factor()
            else:
                v = v / factor()
        return v

    def expression():
        v = term()
        while peek() in ("+", "-"):
            if advance() == "+":
                v += term()
            else:
                v -= term()
        return v

    return expression()


def collatz(limit):
    best, length = 0, 0
    cache = {1: 1}
    for n in range(1, limit):
        chain, m = [], n
        while m not in cache:
            chain.append(m)
            m = m // 2 if m % 2 == 0 else 3 * m + 1
        base = cache[m]
        for k, x in enumerate(reversed(chain)):
            cache[x] = base + k + 1
        if cache[n] > length:
            best, length = n, cache[n]
    return best, length


def newton_sqrt(x, eps=1e-12):
    guess = x
    steps = 0
    while abs(guess * guess - x) > eps:
        guess = (guess + x / guess) / 2
        steps += 1
    return guess, steps


def mandelbrot(width, height, limit=30):
    rows = []
    for y in range(height):
        row = ""
        for x in range(width):
            cr, ci = 3.5 * x / width - 2.5, 2.0 * y / height - 1.0
            zr = zi = 0.0
            n = 0
            while zr * zr + zi * zi <= 4.0 and n < limit:
                zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
                n += 1
            row += " .:-=+*#%@"[n * 9 // limit]
        rows.append(row)
    return rows


def report(items):
    total = 0
    for name, price, qty in items:
        print(f"{name:<10}|{price:>8.2f}|{qty:03d}|{price * qty:,.1f}")
        total += price * qty
    print("total:", total, sep=" ", end="!\n")
    return f"{total=!r} {len(items)!s:>4} {0.1 + 0.2} {1e22} {1e-7:.3e} {255:#x} {True}"


def caesar(text, k):
    out = []
    for ch in text:
        if "a" <= ch <= "z":
            out.append(chr((ord(ch) - ord("a") + k) % 26 + ord("a")))
        elif "A" <= ch <= "Z":
            out.append(chr((ord(ch) - ord("A") + k) % 26 + ord("A")))
        else:
            out.append(ch)
    return "".join(out)


def primes_generator(n):
    def primes():
        found = []
        k = 2
        while True:
            if all(k % p for p in found):
                found.append(k)
                yield k
            k += 1

    result = []
    for p in primes():
        if p > n:
            break
        result.append(p)
    return result


def subsets(items):
    return (
        [list(c) for r in range(len(items) + 1) for c in combinations(items, r)],
        list(permutations(items, 2)),
        list(product("ab", repeat=2)),
    )


def annealing(seed, n):
    rng = random.Random(seed)
    points = [(rng.random(), rng.uniform(-1, 1)) for _ in range(n)]
    tour = list(range(n))
    rng.shuffle(tour)

    def length(t):
        return sum(
            math.sqrt((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2)
            for a, b in zip(t, t[1:] + t[:1])
        )

    best = length(tour)
    for _ in range(30):
        i, j = sorted(rng.sample(range(n), 2))
        new = tour[:i] + tour[i : j + 1][::-1] + tour[j + 1 :]
        cost = length(new)
        if cost < best or rng.random() < 0.05:
            tour, best = new, cost
    return tour, best, rng.randint(1, 100), rng.choice("xyz"), rng.getrandbits(40)


def flatten(x):
    if isinstance(x, (list, tuple)):
        return [y for item in x for y in flatten(item)]
    return [x]


def errors(kind):
    log = []
    try:
        try:
            if kind == 0:
                [][1]
            elif kind == 1:
                {}["missing"]
            elif kind == 2:
                1 // 0
            elif kind == 3:
                int("x1")
            elif kind == 4:
                raise RuntimeError("own", 5)
            elif kind == 5:
                "a" + 1
            elif kind == 6:
                assert kind != 6, "six"
            elif kind == 7:
                None.foo
            log.append("none")
        except (IndexError, KeyError) as e:
            log.append(f"lookup {type(e).__name__} {e}")
        except ZeroDivisionError:
            log.append("zero")
        else:
            log.append("else")
        finally:
            log.append("finally")
    except Exception as e:
        log.append(f"{type(e).__name__}: {e} {e.args!r}")
    return log


def pascal(n):
    rows = [[1]]
    for _ in range(n - 1):
        rows.append([1] + [a + b for a, b in zip(rows[-1], rows[-1][1:])] + [1])
    return rows


def running(xs):
    return (
        list(accumulate(xs)),
        reduce(lambda a, b: a * b, xs, 1),
        list(map(str, xs)),
        list(filter(lambda v: v % 2, xs)),
        dict(zip("abc", xs)),
    )


def lru(ops):
    cache = OrderedDict()
    out = []
    for op, *args in ops:
        if op == "get":
            (key,) = args
            if key in cache:
                cache.move_to_end(key)
            out.append(cache.get(key, -1))
        else:
            key, value = args
            cache[key] = value
            cache.move_to_end(key)
            if len(cache) > 2:
                cache.popitem(last=False)
    return out, list(cache.items())


def describe(value):
    match value:
        case 0:
            return "zero"
        case int() | float() if value < 0:
            return "negative"
        case str(text):
            return f"text {text}"
        case [x, y]:
            return f"pair {x} {y}"
        case [first, *rest]:
            return f"list {first} {rest}"
        case {"name": name, "age": age}:
            return f"{name} is {age}"
        case None:
            return "none"
        case _:
            return "other"


def set_games(xs, ys):
    a, b = set(xs), set(ys)
    return (
        [v for v in a],
        list(a | b),
        list(a & b),
        list(a - b),
        list(a ^ b),
        sorted({x % 7 for x in xs}),
        a <= b,
        len(a),
        frozenset(xs) == a,
    )


def slices(xs):
    ys = xs[:]
    ys[1:3] = ["a", "b", "c"]
    del ys[0]
    ys[::2] = [0] * len(ys[::2])
    zs = xs[::-1]
    zs.insert(2, "i")
    zs.extend(range(3))
    zs.remove(1)
    return ys, zs, xs[-3:], xs[5:2:-1], zs.index("i"), zs.count(0), "hello"[1:4], "hello"[::-1], (1, 2, 3)[1:]


def floats(x, y):
    return [
        x + y, x - y, x * y, x / y, x // y, x % y, -x, abs(x), x < y, x == y, x != y, int(x), round(x), round(x, 2), float(int(y)),
        math.floor(x), math.ceil(x), math.sqrt(abs(x)), x**2, repr(x), str(y), f"{x:.3f}", f"{x:g}", f"{y:e}", divmod(x, y), max(x, y), bool(x), hash(x) == hash(y),
    ]  # fmt: skip


def number_bases(n):
    return (
        bin(n),
        oct(n),
        hex(n),
        int(bin(n), 2),
        n.bit_length(),
        f"{n:b}",
        f"{n:08x}",
        str(n).zfill(12),
        n << 40,
        -n >> 3,
        ~n,
        n ^ 0xFF,
        n & -n,
    )


def kwargs_games(a, b=2, *args, c=3, **kw):
    return a, b, args, c, kw


def call_games():
    d = {"c": 9, "z": 1}
    return [
        kwargs_games(1),
        kwargs_games(1, 5, 6, 7),
        kwargs_games(b=1, a=0),
        kwargs_games(1, *[4, 5, 6], **d),
        (lambda *xs, k=1: (xs, k))(1, 2, k=3),
        sorted("banana", key=lambda ch: (-ord(ch), ch), reverse=True),
    ]


def closures(n):
    counters = []
    for i in range(n):

        def counter(step=1, i=i):
            nonlocal_total[0] += step * i
            return nonlocal_total[0]

        nonlocal_total = [0]
        counters.append(counter)

    def make():
        count = 0

        def inc():
            nonlocal count
            count += 1
            return count

        return inc

    one, two = make(), make()
    return [c(2) for c in counters], one(), one(), two(), [f() for f in [lambda: i for i in range(3)]]


CASES = [
    (gcd, (1071, 462)), (gcd, (2**70, 6**30)), (sieve, (100,)), (quicksort, ([3, 6, 1, 8, 2, 9, 2],)), (binary_search, ([1, 3, 5, 7, 9, 11], 7)),
    (n_queens, (5,)), (dijkstra, ({"a": {"b": 7, "c": 3}, "b": {"d": 2}, "c": {"b": 1, "d": 8}, "d": {}}, "a")),
    (edit_distance, ("kitten", "sitting")), (knapsack, ([1, 3, 4, 5], [1, 4, 5, 7], 7)), (word_count, ("The cat. the DOG, the end! Cat?",)),
    (game_of_life, ([[0, 1, 0, 0], [0, 0, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]], 3)), (topological_sort, ([("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")],)),
    (topological_sort, ([(1, 2), (2, 1)],)), (huffman, ("abracadabra",)), (modpow, (3, 200, 1000007)), (rsa, (65, 61, 53, 17)),
    (rsa, (123456789, 1000003, 998244353, 65537)), (big_factorial, (30,)), (fib, (40,)), (matrix_power, ([[1, 1], [1, 0]], 90)),
    (calculator, ("2 * (3 + 4.5) - -6 / 4",)), (calculator, ("(1",)), (collatz, (60,)), (newton_sqrt, (2.0,)), (mandelbrot, (12, 6)),
    (report, ([("apple", 1.25, 3), ("pear", 1000.5, 12)],)), (caesar, ("Hello, World!", 3)), (primes_generator, (40,)), (subsets, ([1, 2, 3],)),
    (annealing, (7, 6)), (flatten, ([1, [2, (3, [4])], [], 5],)), *((errors, (k,)) for k in range(9)), (pascal, (6,)), (running, ([3, 1, 4, 1, 5],)),
    (lru, ([("put", 1, 1), ("put", 2, 2), ("get", 1), ("put", 3, 3), ("get", 2), ("get", 3)],)),
    *((describe, (v,)) for v in (0, -3, -2.5, "hi", [1, 2], (1, 2, 3), {"name": "Bo", "age": 3}, None, {"x": 1}, 7)),
    (set_games, ([5, 1, 3, 100, -7, 64, 8, 0, 16, 1000], [3, 8, 77, -7])), (slices, ([1, 2, 3, 4, 5, 6],)),
    (floats, (7.25, -2.5)), (floats, (1e300, 3.3e-5)), (floats, (0.1, 0.3)), (number_bases, (1234567,)), (number_bases, (3**50,)), (call_games, ()), (closures, (3,)),
]  # fmt: skip
