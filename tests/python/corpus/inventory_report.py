# ruff: noqa
"""Group, sort and format records of an inventory."""

from collections import defaultdict, namedtuple
from operator import attrgetter, itemgetter

Item = namedtuple("Item", "name category price quantity")


def parse(line):
    name, category, price, quantity = (part.strip() for part in line.split(","))
    return Item(name, category, float(price), int(quantity))


def main(lines, minimum=0):
    items, errors = [], 0
    for line in lines:
        try:
            item = parse(line)
        except ValueError:
            errors += 1
        else:
            if item.quantity >= minimum:
                items.append(item)
    by_category = defaultdict(list)
    for item in items:
        by_category[item.category].append(item)
    report = []
    for category, group in sorted(by_category.items(), key=itemgetter(0)):
        group.sort(key=attrgetter("price"), reverse=True)
        value = sum(i.price * i.quantity for i in group)
        report.append("%-10s %8.2f" % (category.upper(), value))
        report += ["  {0.name:<8}{0.price:>7.2f} x{0.quantity:03d}".format(i) for i in group]
    print("\n".join(report))
    cheapest = min(items, key=attrgetter("price"), default=None)
    return report, errors, cheapest and cheapest._replace(quantity=0)


CASES = [
    (["bolt, hardware, 0.25, 100", "nut, hardware, 0.1, 250", "hammer, tools, 12.5, 7"],),
    ([],),
    (["bad line", "a, b, c, d", "x, y, 1, 2"],),
    (["bolt, hardware, 0.25, 100", "saw, tools, 20, 1"], 5),
    (["a, z, 1.0, 0", "b, z, 1.0, 0"], 1),
    (["tea,food,3.333,3", "jam,food,2.5,10", "cup,kitchen,4,12", "pan,kitchen,25.99,2"],),
]
