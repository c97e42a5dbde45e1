"""All pairs of shortest paths, with negative edges and negative cycles."""

INF = float("inf")


def main(n, edges):
    dist = [[0 if i == j else INF for j in range(n)] for i in range(n)]
    nxt = [[None] * n for _ in range(n)]
    for u, v, w in edges:
        if w < dist[u][v]:
            dist[u][v] = w
            nxt[u][v] = v
    for k in range(n):
        for i in range(n):
            if dist[i][k] == INF:
                continue
            for j in range(n):
                if dist[i][k] + dist[k][j] < dist[i][j]:
                    dist[i][j] = dist[i][k] + dist[k][j]
                    nxt[i][j] = nxt[i][k]
    if any(dist[i][i] < 0 for i in range(n)):
        return "negative cycle"
    paths = {}
    for i in range(n):
        for j in range(n):
            if i != j and dist[i][j] < INF:
                path = [i]
                while path[-1] != j:
                    path.append(nxt[path[-1]][j])
                paths[i, j] = path
    return dist, paths


CASES = [
    (0, []),
    (2, []),
    (4, [(0, 2, -2), (1, 0, 4), (1, 2, 3), (2, 3, 2), (3, 1, -1)]),
    (3, [(0, 1, 1), (1, 2, -3), (2, 0, 1)]),
    (5, [(i, (i + 1) % 5, i + 1) for i in range(5)]),
    (6, [(0, 1, 7), (0, 2, 9), (1, 3, 15), (2, 3, 11), (2, 5, 2), (3, 4, 6), (5, 4, 9), (0, 5, 14)]),
]
