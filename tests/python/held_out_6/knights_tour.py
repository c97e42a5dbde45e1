# ruff: noqa
"""A knight's tour by Warnsdorff's rule with a fallback to plain backtracking."""

MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LIMIT = 300


class Board:
    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.order = [[0] * cols for _ in range(rows)]
        self.tries = 0

    def exits(self, r, c):
        for dr, dc in MOVES:
            nr, nc = r + dr, c + dc
            if 0 <= nr < self.rows and 0 <= nc < self.cols and self.order[nr][nc] == 0:
                yield nr, nc

    def degree(self, square):
        return sum(1 for _ in self.exits(*square))

    def tour(self, r, c, step=1):
        self.tries += 1
        if self.tries > LIMIT:
            raise TimeoutError
        self.order[r][c] = step
        if step == self.rows * self.cols:
            return True
        for nr, nc in sorted(self.exits(r, c), key=self.degree):
            if self.tour(nr, nc, step + 1):
                return True
        self.order[r][c] = 0
        return False

    def __str__(self):
        width = len(str(self.rows * self.cols))
        return "\n".join(" ".join(f"{n:>{width}}" for n in row) for row in self.order)


def main(rows, cols, start=(0, 0)):
    board = Board(rows, cols)
    try:
        if not board.tour(*start):
            return "no tour"
    except TimeoutError:
        return f"gave up after {LIMIT} squares"
    return str(board)


CASES = [(5, 5), (6, 6), (3, 4), (3, 3), (1, 1), (5, 5, (0, 1)), (4, 4), (5, 6, (0, 0))]
