# ruff: noqa
"""Magic squares of odd, doubly even and singly even order, and a check of them."""


def odd(n):
    square = [[0] * n for _ in range(n)]
    r, c = 0, n // 2
    for k in range(1, n * n + 1):
        square[r][c] = k
        nr, nc = (r - 1) % n, (c + 1) % n
        if square[nr][nc]:
            nr, nc = (r + 1) % n, c
        r, c = nr, nc
    return square


def doubly_even(n):
    square = [[r * n + c + 1 for c in range(n)] for r in range(n)]
    for r in range(n):
        for c in range(n):
            if (r % 4 in (0, 3)) == (c % 4 in (0, 3)):
                square[r][c] = n * n + 1 - square[r][c]
    return square


def singly_even(n):
    h = n // 2
    k = (n - 2) // 4
    q = odd(h)
    offsets = [[0, 2], [3, 1]]
    square = [[q[r % h][c % h] + offsets[r // h][c // h] * h * h for c in range(n)] for r in range(n)]
    for r in range(h):
        swap = list(range(k)) + list(range(n - k + 1, n))
        if r == h // 2:
            swap = list(range(1, k + 1)) + list(range(n - k + 1, n))
        for c in swap:
            square[r][c], square[r + h][c] = square[r + h][c], square[r][c]
    return square


def is_magic(square):
    n = len(square)
    target = n * (n * n + 1) // 2
    lines = [*square, *zip(*square)]
    lines.append([square[i][i] for i in range(n)])
    lines.append([square[i][~i] for i in range(n)])
    return all(sum(line) == target for line in lines)


def main(n):
    if n < 1 or n == 2:
        return None
    if n % 2:
        square = odd(n)
    elif n % 4 == 0:
        square = doubly_even(n)
    else:
        square = singly_even(n)
    return is_magic(square), square if n <= 6 else [row[0] for row in square]


CASES = [(1,), (2,), (3,), (4,), (5,), (6,), (8,), (10,), (9,)]
