# ruff: noqa
"""A shopping cart with discounts as strategy functions and a printed receipt."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Callable

CENT = Decimal("0.01")
TAX = {"food": Decimal("0.05"), "book": Decimal("0"), "toy": Decimal("0.20")}


def money(value: Decimal) -> Decimal:
    return value.quantize(CENT, rounding=ROUND_HALF_UP)


@dataclass(frozen=True)
class Item:
    name: str
    kind: str
    price: Decimal
    quantity: int = 1

    @property
    def total(self) -> Decimal:
        return self.price * self.quantity


@dataclass
class Cart:
    items: list[Item] = field(default_factory=list)

    def subtotal(self) -> Decimal:
        return sum((i.total for i in self.items), Decimal(0))

    def tax(self) -> Decimal:
        return money(sum((i.total * TAX[i.kind] for i in self.items), Decimal(0)))


Discount = Callable[[Cart], Decimal]


def percent_over(limit: str, percent: int) -> Discount:
    def discount(cart: Cart) -> Decimal:
        subtotal = cart.subtotal()
        return money(subtotal * percent / 100) if subtotal > Decimal(limit) else Decimal(0)

    return discount


def three_for_two(kind: str) -> Discount:
    def discount(cart: Cart) -> Decimal:
        prices = sorted((i.price for i in cart.items for _ in range(i.quantity) if i.kind == kind), reverse=True)
        return sum(prices[2::3], Decimal(0))

    return discount


OFFERS: dict[str, Discount] = {"ten": percent_over("50", 10), "books": three_for_two("book")}


def main(lines: list[tuple], codes: list[str]):
    cart = Cart([Item(name, kind, Decimal(price), *rest) for name, kind, price, *rest in lines])
    unknown = [c for c in codes if c not in OFFERS]
    saving = max((OFFERS[c](cart) for c in codes if c in OFFERS), default=Decimal(0))
    for item in cart.items:
        print(f"{item.quantity:>3} x {item.name:<12}{item.total:>9.2f}")
    if saving:
        print(f"{'saving':<18}{-saving:>9.2f}")
    total = cart.subtotal() - saving + cart.tax()
    print(f"{'total':<18}{total:>9.2f}")
    return str(money(total)), str(cart.tax()), unknown


CASES = [
    ([("bread", "food", "2.49", 2), ("kite", "toy", "15.00")], []),
    ([("novel", "book", "9.99", 3), ("poems", "book", "5.50")], ["books"]),
    ([("train", "toy", "59.95")], ["ten", "books"]),
    ([], ["ten"]),
    ([("apple", "food", "0.335", 3)], ["free"]),
    ([("atlas", "book", "30", 4), ("tea", "food", "3.1")], ["ten", "books", "xyz"]),
]
