"""Shortest way through a maze by breadth-first search, drawn into the maze."""

from collections import deque

MOVES = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def find(maze, ch):
    for r, row in enumerate(maze):
        c = row.find(ch)
        if c >= 0:
            return r, c
    raise LookupError(ch)


def main(maze):
    try:
        start, goal = find(maze, "S"), find(maze, "G")
    except LookupError as e:
        return f"missing {e.args[0]}"
    queue = deque([start])
    came = {start: None}
    while queue:
        r, c = queue.popleft()
        if (r, c) == goal:
            break
        for name, (dr, dc) in MOVES.items():
            nr, nc = r + dr, c + dc
            if 0 <= nr < len(maze) and 0 <= nc < len(maze[nr]) and maze[nr][nc] != "#" and (nr, nc) not in came:
                came[nr, nc] = (r, c, name)
                queue.append((nr, nc))
    else:
        return "no way"
    grid = [list(row) for row in maze]
    directions = []
    cell = goal
    while came[cell]:
        r, c, name = came[cell]
        directions.append(name)
        if grid[r][c] == " ":
            grid[r][c] = "."
        cell = (r, c)
    return "".join(directions[::-1]), ["".join(row) for row in grid]


CASES = [
    (["S  ", " # ", "  G"],),
    (["S#G"],),
    (["SG"],),
    (["   "],),
    ([],),
    (["S    #", "#### #", "      ", " ####G", "     #"],),
    (["#######", "#S#   #", "# # # #", "#   #G#", "#######"],),
]
