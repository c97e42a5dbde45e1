"""All placements of n queens, as a recursive generator, and those that differ by more than a mirror."""

from collections.abc import Iterator


def queens(n: int, row: int = 0, columns=frozenset(), up=frozenset(), down=frozenset()) -> Iterator[tuple[int, ...]]:
    if row == n:
        yield ()
        return
    for column in range(n):
        if column in columns or row + column in up or row - column in down:
            continue
        for rest in queens(n, row + 1, columns | {column}, up | {row + column}, down | {row - column}):
            yield (column, *rest)


def rotations(board: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    n = len(board)
    for _ in range(4):
        yield board
        yield board[::-1]
        turned = [0] * n
        for row, column in enumerate(board):
            turned[column] = n - 1 - row
        board = tuple(turned)


def draw(board: tuple[int, ...]) -> list[str]:
    return ["".join("Q" if c == column else "." for c in range(len(board))) for column in board]


def main(n: int):
    seen: set[tuple[int, ...]] = set()
    fundamental = []
    total = 0
    for board in queens(n):
        total += 1
        if board not in seen:
            fundamental.append(board)
            seen.update(rotations(board))
    return total, len(fundamental), draw(fundamental[0]) if fundamental else None


CASES = [(5,), (3,)]
