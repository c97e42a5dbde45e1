"""Ways to make change, and the fewest coins."""


def main(coins, amount):
    ways = [1] + [0] * amount
    fewest = [0] + [None] * amount
    for coin in coins:
        for a in range(coin, amount + 1):
            ways[a] += ways[a - coin]
    for a in range(1, amount + 1):
        for coin in coins:
            if coin <= a and fewest[a - coin] is not None:
                candidate = fewest[a - coin] + 1
                if fewest[a] is None or candidate < fewest[a]:
                    fewest[a] = candidate
    return ways[amount], fewest[amount]


CASES = [
    ([1, 2, 5], 11),
    ([2], 3),
    ([], 0),
    ([], 5),
    ([1], 0),
    ([5, 10, 25, 50], 100),
    ([1, 5, 10, 25, 50, 100], 300),
    ([3, 7], 11),
]
