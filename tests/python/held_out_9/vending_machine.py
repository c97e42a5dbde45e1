# ruff: noqa
"""Vending machine as a state machine, driven by commands."""

from contextlib import contextmanager
from enum import Enum


class State(Enum):
    IDLE = "idle"
    HAS_MONEY = "has money"
    BROKEN = "broken"

    def __str__(self):
        return self.value


class MachineError(RuntimeError):
    pass


def allowed(*states):
    def wrap(method):
        def inner(self, *args, **kwargs):
            if self.state not in states:
                raise MachineError(f"{method.__name__} not allowed when {self.state}")
            return method(self, *args, **kwargs)

        inner.__name__ = method.__name__
        return inner

    return wrap


class VendingMachine:
    COINS = (100, 50, 20, 10)

    def __init__(self, stock, **prices):
        self.stock = dict(stock)
        self.prices = prices
        self.state = State.IDLE
        self.credit = 0
        self.till = {c: 2 for c in self.COINS}
        self.log = []

    @contextmanager
    def transaction(self):
        saved = dict(self.till), self.credit, dict(self.stock), self.state
        try:
            yield self
        except MachineError:
            self.till, self.credit, self.stock, self.state = saved
            raise
        finally:
            self.log.append(str(self.state))

    @allowed(State.IDLE, State.HAS_MONEY)
    def insert(self, coin):
        coin = int(coin)
        if coin not in self.till:
            raise MachineError(f"coin {coin} rejected")
        self.till[coin] += 1
        self.credit += coin
        self.state = State.HAS_MONEY
        return self.credit

    @allowed(State.HAS_MONEY)
    def select(self, item):
        if not self.stock.get(item):
            raise MachineError(f"no {item}")
        price = self.prices[item]
        if price > self.credit:
            raise MachineError(f"need {price - self.credit} more")
        self.stock[item] -= 1
        self.credit -= price
        change = self.refund()
        return item, change

    @allowed(State.HAS_MONEY)
    def refund(self):
        change = []
        for c in self.COINS:
            while self.credit >= c and self.till[c] > 0:
                self.till[c] -= 1
                self.credit -= c
                change.append(c)
        if self.credit:
            raise MachineError("no change")
        self.state = State.IDLE
        return change

    def kick(self):
        self.state = State.BROKEN if self.state != State.BROKEN else State.IDLE
        return "thud"


def main(script, tea=30, cake=120):
    vm = VendingMachine({"tea": 2, "cake": 1}, tea=tea, cake=cake)
    results = []
    for line in script.split(","):
        if not (parts := line.split()):
            continue
        name, *args = parts
        action = getattr(vm, name, None)
        if not callable(action):
            results.append(f"? {name}")
            continue
        try:
            with vm.transaction():
                results.append(action(*args))
        except MachineError as err:
            results.append(f"error: {err}")
    print(*vm.log, sep=" > ")
    return results, vm.credit, vm.stock, vm.till


CASES = [
    ("insert 50, select tea",),
    ("insert 20, select tea, insert 10, select tea",),
    ("select tea, refund, insert 3",),
    ("insert 100, insert 100, select cake, insert 100, insert 100, select cake, refund",),
    ("kick, insert 10, kick, insert 10, dance",),
    ("",),
    ("insert 100, select tea, insert 100, select tea, insert 50, select tea", 30),
    ("insert 10, insert 10, select tea", 15),
]
