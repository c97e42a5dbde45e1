# ruff: noqa
"""A vending machine as a state machine with an enum, and the change in as few coins as it has."""

from enum import Enum, auto


class State(Enum):
    IDLE = auto()
    PAYING = auto()
    BROKEN = auto()


class OutOfChange(Exception):
    pass


class Machine:
    PRICES = {"tea": 120, "cola": 150, "water": 90}

    def __init__(self, coins: dict[int, int]):
        self.coins = dict(coins)
        self.state = State.IDLE
        self.paid: list[int] = []
        self.log: list[str] = []

    @property
    def credit(self) -> int:
        return sum(self.paid)

    def insert(self, coin: int) -> None:
        if self.state is State.BROKEN:
            raise RuntimeError("out of order")
        self.state = State.PAYING
        self.paid.append(coin)
        self.coins[coin] = self.coins.get(coin, 0) + 1

    def change(self, amount: int) -> list[int]:
        given = []
        for coin in sorted(self.coins, reverse=True):
            while amount >= coin and self.coins[coin] > 0:
                self.coins[coin] -= 1
                amount -= coin
                given.append(coin)
        if amount:
            raise OutOfChange(amount)
        return given

    def press(self, drink: str) -> None:
        price = self.PRICES[drink]
        if self.credit < price:
            self.log.append(f"{drink}: {(price - self.credit) / 100:.2f} short")
            return
        try:
            back = self.change(self.credit - price)
        except OutOfChange as lack:
            self.state = State.BROKEN
            self.log.append(f"cannot give {lack.args[0]}")
        else:
            self.state = State.IDLE
            self.log.append(f"{drink} and {back}")
        finally:
            self.paid.clear()


def main(coins, actions):
    machine = Machine(coins)
    for action in actions:
        try:
            machine.insert(action) if isinstance(action, int) else machine.press(action)
        except (KeyError, RuntimeError) as error:
            machine.log.append(f"{type(error).__name__}: {error}")
    return machine.log, machine.state.name, machine.state.value


CASES = [
    ({50: 1, 10: 5}, [100, "tea", 100, "tea", "milk", 200, "cola"]),
    ({20: 0}, [200, "water", 10]),
]
