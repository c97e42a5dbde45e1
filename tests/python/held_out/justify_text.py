"""Break a text into lines of minimal raggedness and justify them."""


def breaks(words, width):
    n = len(words)
    cost = [0.0] + [float("inf")] * n
    came = [0] * (n + 1)
    for j in range(1, n + 1):
        length = -1
        for i in reversed(range(j)):
            length += len(words[i]) + 1
            if length > width and i < j - 1:
                break
            penalty = 0 if j == n else max(0, width - length) ** 2
            if length > width:
                penalty = 10_000
            if cost[i] + penalty < cost[j]:
                cost[j], came[j] = cost[i] + penalty, i
    lines = []
    while n:
        lines.insert(0, words[came[n] : n])
        n = came[n]
    return lines, cost[-1]


def justify(line, width):
    if len(line) == 1:
        return line[0]
    spaces = width - sum(map(len, line))
    every, extra = divmod(spaces, len(line) - 1)
    return "".join(w + " " * (every + (k < extra)) for k, w in enumerate(line[:-1])) + line[-1]


def count_greedy(words, width):
    lines, room = 0, -1
    for w in words:
        if len(w) + 1 > room:
            lines += 1
            room = width - len(w)
        else:
            room -= len(w) + 1
    return lines


def main(text, width):
    lines, cost = breaks(text.split(), width)
    out = [justify(line, width) for line in lines[:-1]]
    if lines:
        out.append(" ".join(lines[-1]).ljust(width, "."))
    return out, cost, count_greedy(text.split(), width) - len(lines)


CASES = [
    ("aaa bb cc ddddd", 6),
    ("", 10),
    ("word", 10),
    ("incomprehensibilities are long words", 8),
    ("the quick brown fox jumps over the lazy dog and then goes home to sleep", 16),
    ("a b c d e f", 1),
]
