"""Exact cover by Knuth's Algorithm X on dictionaries of sets; pentomino-like tilings."""


def solve(X, Y, solution):
    if not X:
        yield sorted(solution)
        return
    column = min(X, key=lambda c: (len(X[c]), c))
    for row in sorted(X[column]):
        solution.append(row)
        removed = select(X, Y, row)
        yield from solve(X, Y, solution)
        deselect(X, Y, row, removed)
        solution.pop()


def select(X, Y, row):
    removed = []
    for j in Y[row]:
        for i in X[j]:
            for k in Y[i]:
                if k != j:
                    X[k].remove(i)
        removed.append(X.pop(j))
    return removed


def deselect(X, Y, row, removed):
    for j in reversed(Y[row]):
        X[j] = removed.pop()
        for i in X[j]:
            for k in Y[i]:
                if k != j:
                    X[k].add(i)


def dominoes(rows, columns):
    Y = {}
    for r in range(rows):
        for c in range(columns):
            if c + 1 < columns:
                Y[f"h{r}{c}"] = [(r, c), (r, c + 1)]
            if r + 1 < rows:
                Y[f"v{r}{c}"] = [(r, c), (r + 1, c)]
    return Y


def main(rows, limit):
    X = {}
    for name, columns in rows.items():
        for c in columns:
            X.setdefault(c, set()).add(name)
    found = []
    for solution in solve(X, rows, []):
        found.append(solution)
        if len(found) == limit:
            break
    return len(found), found[:2]


CASES = [
    ({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}, 10),
    ({}, 1),
    ({"a": [1], "b": [1]}, 5),
    ({"a": [1, 2], "b": [2, 3]}, 5),
    (dominoes(2, 4), 100),
    (dominoes(3, 4), 100),
    (dominoes(1, 3), 3),
]
