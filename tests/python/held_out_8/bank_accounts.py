# ruff: noqa
"""Bank with account types, custom exceptions and a transaction log."""

from abc import ABC, abstractmethod
from decimal import ROUND_HALF_EVEN, Decimal
from enum import Enum, auto


class BankError(Exception):
    """Base class of the errors of the bank."""


class InsufficientFunds(BankError):
    def __init__(self, needed, available):
        super().__init__(f"need {needed}, have {available}")
        self.shortfall = needed - available


class Kind(Enum):
    DEPOSIT = auto()
    WITHDRAW = auto()
    INTEREST = auto()


def money(x):
    return Decimal(str(x)).quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)


class Account(ABC):
    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = money(balance)
        self.log = []

    @property
    def balance(self):
        return self._balance

    @abstractmethod
    def limit(self): ...

    def deposit(self, amount, kind=Kind.DEPOSIT):
        amount = money(amount)
        if amount <= 0:
            raise BankError(f"invalid amount {amount}")
        self._balance += amount
        self.log.append((kind.name, amount))

    def withdraw(self, amount):
        amount = money(amount)
        if self._balance - amount < -self.limit():
            raise InsufficientFunds(amount, self._balance + self.limit())
        self._balance -= amount
        self.log.append((Kind.WITHDRAW.name, -amount))

    def __repr__(self):
        return f"<{type(self).__name__} {self.owner}: {self.balance:,}>"


class Checking(Account):
    def limit(self):
        return Decimal(100)


class Savings(Account):
    rate = Decimal("0.015")

    def limit(self):
        return Decimal(0)

    def add_interest(self):
        if self._balance > 0:
            self.deposit(self._balance * self.rate, Kind.INTEREST)


def main(operations):
    accounts = {}
    errors = []
    for op, who, *args in operations:
        try:
            if op == "open":
                cls = {"c": Checking, "s": Savings}[args[0]]
                accounts[who] = cls(who, *args[1:])
            elif op == "transfer":
                to, amount = args
                accounts[who].withdraw(amount)
                accounts[to].deposit(amount)
            elif op == "interest":
                accounts[who].add_interest()
            else:
                getattr(accounts[who], op)(*args)
        except InsufficientFunds as e:
            errors.append((op, who, str(e.shortfall)))
        except BankError as e:
            errors.append((op, who, str(e)))
        except (KeyError, AttributeError) as e:
            errors.append((op, who, type(e).__name__))
    for a in accounts.values():
        print(a)
    total = sum((a.balance for a in accounts.values()), Decimal(0))
    return str(total), errors, {k: len(a.log) for k, a in accounts.items()}


CASES = [
    ([("open", "ann", "c", 50), ("withdraw", "ann", 120.5), ("withdraw", "ann", 100)],),
    ([("open", "bob", "s", "1234.565"), ("interest", "bob"), ("deposit", "bob", 0.1)],),
    ([("open", "a", "c", 10), ("open", "b", "s"), ("transfer", "a", "b", 60), ("transfer", "b", "a", 70)],),
    ([("deposit", "nobody", 5)],),
    ([("open", "x", "z"), ("open", "y", "c"), ("interest", "y"), ("deposit", "y", -1), ("rob", "y")],),
    ([],),
]
