# ruff: noqa
"""A minesweeper board: clicks reveal cells, zeros flood, mines end the game."""

from enum import Enum, auto


class Status(Enum):
    PLAYING = auto()
    WON = auto()
    LOST = auto()


class Board:
    def __init__(self, width, height, mines):
        self.width, self.height = width, height
        self.mines = set(mines)
        self.revealed = set()
        self.flags = set()
        self.status = Status.PLAYING

    def around(self, x, y):
        return [
            (x + dx, y + dy)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (dx or dy) and 0 <= x + dx < self.width and 0 <= y + dy < self.height
        ]

    def count(self, cell):
        return sum(n in self.mines for n in self.around(*cell))

    def click(self, x, y):
        if self.status is not Status.PLAYING or (x, y) in self.flags:
            return
        if (x, y) in self.mines:
            self.status = Status.LOST
            return
        stack = [(x, y)]
        while stack:
            cell = stack.pop()
            if cell in self.revealed:
                continue
            self.revealed.add(cell)
            if self.count(cell) == 0:
                stack += [n for n in self.around(*cell) if n not in self.revealed]
        if len(self.revealed) + len(self.mines) == self.width * self.height:
            self.status = Status.WON

    def toggle_flag(self, x, y):
        self.flags ^= {(x, y)}

    def symbol(self, cell):
        if cell in self.revealed:
            return str(self.count(cell) or " ")
        if self.status is Status.LOST and cell in self.mines:
            return "*"
        return "F" if cell in self.flags else "."

    def __str__(self):
        return "\n".join("".join(self.symbol((x, y)) for x in range(self.width)) for y in range(self.height))


def main(width, height, mines, actions):
    board = Board(width, height, mines)
    for action in actions:
        match action:
            case ("click", x, y):
                board.click(x, y)
            case ("flag", x, y):
                board.toggle_flag(x, y)
            case _:
                return f"bad action {action}"
    print(board)
    return board.status.name, len(board.revealed)


CASES = [
    (4, 4, [(0, 0)], [("click", 3, 3)]),
    (5, 3, [(2, 0), (2, 1), (2, 2)], [("click", 0, 0), ("flag", 2, 1), ("click", 2, 1)]),
    (3, 3, [(1, 1)], [("click", 0, 0), ("click", 1, 1), ("click", 2, 2)]),
    (2, 1, [(0, 0)], [("flag", 0, 0), ("flag", 0, 0), ("click", 1, 0)]),
    (6, 6, [(1, 4), (5, 5), (3, 0)], [("click", 0, 0), ("click", 5, 0)]),
    (2, 2, [], [("dig", 1)]),
]
