# ruff: noqa
"""Grouped sales report from CSV text."""

import csv
import io
import json
from collections import defaultdict
from datetime import date, timedelta
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, Optional


class Sale(NamedTuple):
    day: date
    region: str
    product: str
    qty: int
    price: float

    @property
    def total(self) -> float:
        return self.qty * self.price


def read(text: str):
    sales, bad = [], []
    for n, row in enumerate(csv.DictReader(io.StringIO(text)), start=2):
        try:
            sales.append(
                Sale(
                    day=date.fromisoformat(row["day"]),
                    region=row["region"].strip().title(),
                    product=row["product"].strip(),
                    qty=int(row["qty"]),
                    price=float(row["price"]),
                )
            )
        except (ValueError, TypeError, AttributeError, KeyError) as e:
            bad.append((n, type(e).__name__))
    return sales, bad


def week_start(d: date) -> date:
    return d - timedelta(days=d.weekday())


def main(text: str, region: Optional[str] = None):
    sales, bad = read(text)
    if region is not None:
        sales = [s for s in sales if s.region == region]
    sales.sort(key=attrgetter("region", "day"))
    summary = {}
    for name, group in groupby(sales, key=attrgetter("region")):
        group = list(group)
        by_product = defaultdict(float)
        for s in group:
            by_product[s.product] += s.total
        summary[name] = {
            "revenue": round(sum(s.total for s in group), 2),
            "best": max(by_product, key=lambda p: (by_product[p], p)),
            "days": len({s.day for s in group}),
        }
        print(f"{name:>8} | {summary[name]['revenue']:>10,.2f} | {'*' * len(group)}")
    weekly = defaultdict(int)
    for s in sales:
        weekly[week_start(s.day).strftime("%d %b %Y")] += s.qty
    print(json.dumps(summary, sort_keys=True))
    return summary, dict(weekly), bad


DATA = """day,region,product,qty,price
2024-01-03,north,apple,10,0.50
2024-01-05,South ,pear,4,1.25
2024-01-08,north,"plum, red",7,2.00
2024-02-29,east,apple,1000,0.45
2024-01-09,south,apple,x,0.50
2023-02-29,south,pear,1,1
2024-01-10,south,apple,6,0.55
2024-01-11,north
"""

CASES = [
    (DATA,),
    (DATA, "North"),
    (DATA, "West"),
    ("day,region,product,qty,price\n",),
    ("",),
    ("day,qty\n2024-01-01,3\n",),
]
