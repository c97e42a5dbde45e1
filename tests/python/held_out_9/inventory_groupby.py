# ruff: noqa
"""Group, aggregate and pivot sales records with itertools and csv."""

import csv
import io
import json
from itertools import accumulate, groupby
from operator import attrgetter, itemgetter
from statistics import mean, median, pstdev
from types import SimpleNamespace


def load(text):
    reader = csv.DictReader(io.StringIO(text.strip()))
    out = []
    for row in reader:
        out.append(
            SimpleNamespace(
                region=row["region"].strip(),
                item=row["item"].strip(),
                qty=int(row["qty"]),
                price=float(row["price"] or 0),
            )
        )
    return out


def pivot(records):
    regions = sorted({r.region for r in records})
    items = sorted({r.item for r in records})
    cells = {(a, b): 0 for a in regions for b in items}
    for r in records:
        cells[r.region, r.item] += r.qty
    return [["", *items]] + [[a] + [cells[a, b] for b in items] for a in regions]


def summarise(records, key):
    get = attrgetter(key)
    result = {}
    for k, group in groupby(sorted(records, key=get), key=get):
        group = list(group)
        revenue = [g.qty * g.price for g in group]
        result[k] = {
            "n": len(group),
            "revenue": round(sum(revenue), 2),
            "mean": round(mean(revenue), 3),
            "median": median(revenue),
            "sd": round(pstdev(revenue), 3),
        }
    return result


def main(text, key):
    records = load(text)
    table = pivot(records)
    for row in table:
        print("\t".join(map(str, row)))
    summary = summarise(records, key)
    ranked = sorted(((k, v["revenue"]) for k, v in summary.items()), key=itemgetter(1), reverse=True)
    running = list(accumulate(round(v, 2) for _, v in ranked))
    buf = io.StringIO()
    w = csv.writer(buf, lineterminator="\n")
    w.writerow(["key", "revenue"])
    w.writerows(ranked)
    return json.dumps(summary, sort_keys=True), running, buf.getvalue()


SALES = """
region,item,qty,price
north,pen,10,1.5
south,pen,4,1.5
north,book,2,12.25
south,book,1,12.0
east,pen,7,
north,pen,5,1.4
east,"lamp, desk",1,30
"""

CASES = [
    (SALES, "region"),
    (SALES, "item"),
    (SALES, "qty"),
    ("region,item,qty,price", "region"),
    ("region,item,qty,price\na,b,1,2\n", "item"),
    (SALES, "colour"),
    ("region,item,qty,price\na,b,one,2\n", "item"),
]
