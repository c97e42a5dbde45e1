# ruff: noqa
"""Read CSV text with quotes and make a pivot table of sums or averages."""

import csv
import io
from collections import defaultdict
from statistics import mean, median

AGGREGATES = {"sum": sum, "mean": mean, "median": median, "count": len, "max": max}


def pivot(rows, index, column, value, how):
    cells = defaultdict(lambda: defaultdict(list))
    for row in rows:
        try:
            amount = float(row[value])
        except ValueError:
            continue
        cells[row[index]][row[column]].append(amount)
    aggregate = AGGREGATES[how]
    columns = sorted({c for by_column in cells.values() for c in by_column})
    table = {}
    for key in sorted(cells):
        table[key] = [aggregate(cells[key][c]) if c in cells[key] else None for c in columns]
    return columns, table


def show(columns, table):
    def cell(v):
        return "-" if v is None else f"{v:.1f}" if isinstance(v, float) else str(v)

    body = [[key, *map(cell, values)] for key, values in table.items()]
    header = ["", *columns]
    widths = [max(len(r[i]) for r in [header, *body]) for i in range(len(header))]
    return [" | ".join(text.rjust(w) for text, w in zip(row, widths)).rstrip() for row in [header, *body]]


def main(text, index, column, value, how="sum"):
    reader = csv.DictReader(io.StringIO(text))
    try:
        return show(*pivot(reader, index, column, value, how))
    except KeyError as e:
        return [f"no such column or function: {e.args[0]}"]


SALES = """region,product,amount
north,tea,10
north,coffee,20.5
south,tea,7
south,tea,3
"east, far",coffee,8
south,coffee,n/a
"""
CASES = [
    (SALES, "region", "product", "amount"),
    (SALES, "region", "product", "amount", "mean"),
    (SALES, "product", "region", "amount", "count"),
    (SALES, "product", "region", "price"),
    (SALES, "region", "product", "amount", "variance"),
    ("a,b,c\n", "a", "b", "c"),
    ("a,b,c\n1,2,3\n1,2,5\n1,4,6\n", "a", "b", "c", "median"),
]
