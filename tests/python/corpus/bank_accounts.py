# ruff: noqa
"""A small bank with accounts of two kinds, exceptions and a log of transactions."""


class InsufficientFunds(Exception):
    def __init__(self, missing):
        super().__init__(f"{missing} short")
        self.missing = missing


class Account:
    fee = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance

    @property
    def balance(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self._balance += amount

    def withdraw(self, amount):
        total = amount + self.fee
        if total > self.limit():
            raise InsufficientFunds(total - self.limit())
        self._balance -= total

    def limit(self):
        return self._balance


class Checking(Account):
    fee = 1

    def __init__(self, owner, balance=0, overdraft=50):
        super().__init__(owner, balance)
        self.overdraft = overdraft

    def limit(self):
        return super().limit() + self.overdraft


def main(transactions):
    accounts = {"ann": Account("ann", 100), "bob": Checking("bob")}
    log = []
    for kind, who, amount in transactions:
        try:
            account = accounts[who]
            if kind == "in":
                account.deposit(amount)
            elif kind == "out":
                account.withdraw(amount)
            else:
                log.append(f"unknown kind {kind}")
        except KeyError as e:
            log.append(f"no account {e}")
        except InsufficientFunds as e:
            log.append(f"{who}: {e.missing} short")
        except ValueError as e:
            log.append(str(e))
        else:
            log.append(f"{who} has {account.balance}")
        finally:
            log.append(".")
    return "".join(log), {k: a.balance for k, a in accounts.items()}


CASES = [
    ([],),
    ([("in", "ann", 20), ("out", "ann", 121)],),
    ([("out", "bob", 49), ("out", "bob", 1)],),
    ([("in", "cat", 1)],),
    ([("in", "bob", 0), ("in", "bob", -5), ("out", "bob", 10)],),
    ([("steal", "ann", 5), ("out", "ann", 100), ("out", "ann", 1)],),
]
