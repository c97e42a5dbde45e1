# ruff: noqa
"""Accounts with overdrafts, transfers that are undone if one side fails, and monthly interest."""

from __future__ import annotations

from contextlib import contextmanager


class BankError(Exception):
    """Something the customer should know."""


class Account:
    rate = 0.01

    def __init__(self, owner: str, balance: int = 0) -> None:
        self.owner = owner
        self._balance = balance

    @property
    def balance(self) -> int:
        return self._balance

    @balance.setter
    def balance(self, cents: int) -> None:
        if cents < self.floor():
            raise BankError(f"{self.owner} cannot go to {cents / 100:,.2f}")
        self._balance = cents

    def floor(self) -> int:
        return 0

    def month(self) -> None:
        self.balance += round(self._balance * self.rate)

    def __str__(self) -> str:
        return f"{self.owner:.<10}{self._balance / 100:>12,.2f}"


class Checking(Account):
    rate = 0.0

    def __init__(self, owner: str, balance: int = 0, *, overdraft: int = 0) -> None:
        super().__init__(owner, balance)
        self.overdraft = overdraft

    def floor(self) -> int:
        return -self.overdraft


@contextmanager
def undone_on_error(*accounts: Account):
    before = [account.balance for account in accounts]
    try:
        yield
    except BankError:
        for account, balance in zip(accounts, before):
            account._balance = balance
        raise


def main(transfers: list[tuple[str, str, int]]) -> list[str]:
    people = [Account("anna", 1_234_567), Checking("bert", 5_000, overdraft=20_000), Checking(owner="carl")]
    accounts = {account.owner: account for account in people}
    report = []
    for source, target, cents in transfers:
        try:
            with undone_on_error(accounts[source], accounts[target]):
                accounts[target].balance += cents
                accounts[source].balance -= cents
        except BankError as error:
            report.append(f"! {error}")
    for account in people:
        account.month()
    return report + [str(account) for account in people]


CASES = [
    ([("anna", "carl", 250_000), ("carl", "bert", 300_000), ("bert", "anna", 25_000)],),
    ([("bert", "carl", 25_001), ("carl", "dora", 1)],),
]
