# ruff: noqa
"""The eight puzzle solved by iterative deepening A* with Manhattan distances."""

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
MOVES = {"U": -3, "D": 3, "L": -1, "R": 1}
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L", "": ""}


def manhattan(state):
    total = 0
    for i, tile in enumerate(state):
        if tile:
            r, c = divmod(i, 3)
            gr, gc = divmod(tile - 1, 3)
            total += abs(r - gr) + abs(c - gc)
    return total


def solvable(state):
    tiles = [t for t in state if t]
    inversions = sum(tiles[i] > tiles[j] for i in range(8) for j in range(i + 1, 8))
    return inversions % 2 == 0


def legal(blank):
    row, col = divmod(blank, 3)
    if row > 0:
        yield "U"
    if row < 2:
        yield "D"
    if col > 0:
        yield "L"
    if col < 2:
        yield "R"


def slide(state, blank, move):
    target = blank + MOVES[move]
    s = list(state)
    s[blank], s[target] = s[target], s[blank]
    return tuple(s)


def search(state, g, bound, path):
    f = g + manhattan(state)
    if f > bound:
        return f
    if state == GOAL:
        return True
    smallest = float("inf")
    blank = state.index(0)
    for move in legal(blank):
        if path and move == OPPOSITE[path[-1]]:
            continue
        path.append(move)
        result = search(slide(state, blank, move), g + 1, bound, path)
        if result is True:
            return True
        smallest = min(smallest, result)
        path.pop()
    return smallest


def main(digits):
    state = tuple(int(d) for d in digits)
    if sorted(state) != list(range(9)):
        return "not a permutation"
    if not solvable(state):
        return "unsolvable"
    bound, path, rounds = manhattan(state), [], 0
    while True:
        rounds += 1
        result = search(state, 0, bound, path)
        if result is True:
            return "".join(path), len(path), rounds
        bound = result


CASES = [
    ("123456780",),
    ("123456708",),
    ("123405786",),
    ("812043765",),
    ("123456870",),
    ("112345678",),
    ("023156478",),
    ("136420758",),
    ("413726580",),
]
