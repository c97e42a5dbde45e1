"""Perfect play in tic-tac-toe by alpha-beta search from a given position."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None


def negamax(board, player, alpha, beta):
    if winner(board):
        return -1, None
    if "." not in board:
        return 0, None
    other = "O" if player == "X" else "X"
    best = None
    for i, cell in enumerate(board):
        if cell != ".":
            continue
        score = -negamax(board[:i] + player + board[i + 1 :], other, -beta, -alpha)[0]
        if best is None or score > alpha:
            best = i
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha, best


def main(board):
    player = "X" if board.count("X") == board.count("O") else "O"
    score, move = negamax(board, player, -1, 1)
    return {1: "win", 0: "draw", -1: "loss"}[score], move, player


CASES = [
    ("XX.OO....",),
    ("XOX.O....",),
    ("X...O...X",),
    ("XOXXOOOXX",),
    ("XXXOO....",),
    ("XO..X...O",),
    ("OX.XXO.O.",),
    ("X.O.X...O",),
]
