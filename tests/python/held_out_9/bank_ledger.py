# ruff: noqa
"""Double-entry bank ledger with Decimal amounts and custom exceptions."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from enum import Enum, auto


class Kind(Enum):
    DEPOSIT = auto()
    WITHDRAW = auto()
    TRANSFER = auto()
    INTEREST = auto()


class LedgerError(Exception):
    """Base class."""


class InsufficientFunds(LedgerError):
    def __init__(self, account, needed):
        super().__init__(f"{account} lacks {needed}")
        self.account = account
        self.needed = needed


class UnknownKind(LedgerError):
    pass


@dataclass(order=True, frozen=True)
class Entry:
    seq: int
    account: str
    amount: Decimal
    kind: Kind = Kind.DEPOSIT


CENT = Decimal("0.01")


class Ledger:
    def __init__(self):
        self.entries = []
        self.balances = defaultdict(Decimal)

    def post(self, account, amount, kind):
        amount = Decimal(amount).quantize(CENT, rounding=ROUND_HALF_EVEN)
        new = self.balances[account] + amount
        if new < 0:
            raise InsufficientFunds(account, -new)
        self.balances[account] = new
        self.entries.append(Entry(len(self.entries) + 1, account, amount, kind))

    def apply(self, op):
        name, *args = op
        try:
            kind = Kind[name.upper()]
        except KeyError:
            raise UnknownKind(name) from None
        if kind is Kind.DEPOSIT:
            self.post(args[0], args[1], kind)
        elif kind is Kind.WITHDRAW:
            self.post(args[0], -Decimal(args[1]), kind)
        elif kind is Kind.TRANSFER:
            src, dst, amount = args
            self.post(src, -Decimal(amount), kind)
            self.post(dst, amount, kind)
        else:
            rate = Decimal(args[0])
            for acct in sorted(self.balances):
                self.post(acct, self.balances[acct] * rate / 100, kind)


def main(ops):
    ledger = Ledger()
    errors = []
    for i, op in enumerate(ops):
        try:
            ledger.apply(op)
        except LedgerError as exc:
            errors.append((i, type(exc).__name__, str(exc)))
    for e in sorted(ledger.entries, reverse=True)[:3]:
        print(f"{e.seq:03d} {e.account:>8} {e.amount:>+12,.2f} {e.kind.name.title()}")
    return {k: str(v) for k, v in ledger.balances.items()}, errors, str(sum(ledger.balances.values(), Decimal(0)))


CASES = [
    ([],),
    ([("deposit", "ann", "100"), ("withdraw", "ann", "30.555")],),
    ([("deposit", "ann", "10"), ("transfer", "ann", "bob", "4.10"), ("transfer", "bob", "ann", "5")],),
    ([("deposit", "x", "1234.56"), ("deposit", "y", "0.01"), ("interest", "1.5"), ("interest", "0")],),
    ([("steal", "bank", "1000000")],),
    ([("withdraw", "nobody", "1")],),
    ([("deposit", "big", "123456789.125"), ("deposit", "big", "0.135")],),
]
