# ruff: noqa
"""Connect four: plays a list of columns, then lets a shallow negamax choose the next move."""

ROWS, COLS = 6, 7
ORDER = sorted(range(COLS), key=lambda c: abs(c - COLS // 2))


def lines():
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_r, end_c = r + 3 * dr, c + 3 * dc
                if 0 <= end_r < ROWS and 0 <= end_c < COLS:
                    yield [(r + k * dr, c + k * dc) for k in range(4)]


LINES = list(lines())
THROUGH = {(r, c): [l for l in LINES if (r, c) in l] for r in range(ROWS) for c in range(COLS)}


class Game:
    def __init__(self):
        self.columns = [[] for _ in range(COLS)]
        self.moves = []

    @property
    def player(self):
        return "XO"[len(self.moves) % 2]

    def at(self, r, c):
        column = self.columns[c]
        return column[r] if r < len(column) else "."

    def drop(self, c):
        if len(self.columns[c]) >= ROWS:
            raise ValueError(f"column {c} is full")
        self.columns[c].append(self.player)
        self.moves.append(c)

    def undo(self):
        self.columns[self.moves.pop()].pop()

    def won(self):
        """Did the last move make four?"""
        if not self.moves:
            return False
        c = self.moves[-1]
        r = len(self.columns[c]) - 1
        piece = self.at(r, c)
        return any(all(self.at(*cell) == piece for cell in line) for line in THROUGH[r, c])


def negamax(game, depth):
    if game.won():
        return -100 - depth, None
    if depth == 0:
        return 0, None
    best = (-1000, None)
    for c in ORDER:
        if len(game.columns[c]) < ROWS:
            game.drop(c)
            score = -negamax(game, depth - 1)[0]
            game.undo()
            if score > best[0]:
                best = (score, c)
    return best


def main(moves, depth=2):
    game = Game()
    try:
        for c in moves:
            game.drop(c)
            if game.won():
                return f"{'OX'[len(game.moves) % 2]} wins after {len(game.moves)} moves"
    except ValueError as error:
        return str(error)
    score, column = negamax(game, depth)
    rows = ["".join(game.at(r, c) for c in range(COLS)) for r in reversed(range(ROWS))]
    return rows[-3:], column, score


CASES = [
    ([],),
    ([3, 3, 2, 2, 4],),
    ([0, 1, 0, 1, 0, 1, 0],),
    ([0] * 7,),
    ([3, 0, 3, 0, 3],),
    ([1, 2, 2, 3, 3, 4, 3, 4, 4, 0, 4],),
    ([6, 5, 4, 3, 2], 1),
]
