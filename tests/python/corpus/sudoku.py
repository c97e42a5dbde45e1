"""Solve a 4x4 sudoku by backtracking on the cell with the fewest candidates."""


def candidates(grid, r, c):
    used = set(grid[r]) | {grid[i][c] for i in range(4)}
    br, bc = r // 2 * 2, c // 2 * 2
    used |= {grid[i][j] for i in (br, br + 1) for j in (bc, bc + 1)}
    return [v for v in (1, 2, 3, 4) if v not in used]


def solve(grid):
    best = None
    for r in range(4):
        for c in range(4):
            if grid[r][c] == 0:
                options = candidates(grid, r, c)
                if best is None or len(options) < len(best[2]):
                    best = (r, c, options)
    if best is None:
        return True
    r, c, options = best
    for v in options:
        grid[r][c] = v
        if solve(grid):
            return True
    grid[r][c] = 0
    return False


def main(text):
    grid = [[int(ch) if ch != "." else 0 for ch in row] for row in text.split("/")]
    if not solve(grid):
        return "no solution"
    return "/".join("".join(map(str, row)) for row in grid)


CASES = [
    ("1.../..3./3.../...2",),
    ("..../..../..../....",),
    ("12../..../..../..34",),
    ("1234/3412/2143/4321",),
    ("1234/3412/21../44..",),
    ("...1/2.../..3./.4..",),
    ("123./..4./..../....",),
]
