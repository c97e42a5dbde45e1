# ruff: noqa
"""Summarises web server log lines: status classes, busiest paths and bad lines."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

LINE = re.compile(
    r"(?P<host>\S+) - (?P<user>\S+) \[(?P<day>\d+)/(?P<month>\w{3}):(?P<hour>\d\d):\d\d\] "
    r'"(?P<method>[A-Z]+) (?P<path>\S+)" (?P<status>\d{3}) (?P<size>\d+|-)'
)


@dataclass(frozen=True)
class Entry:
    host: str
    method: str
    path: str
    status: int
    size: int
    hour: int

    @classmethod
    def parse(cls, line):
        m = LINE.fullmatch(line.strip())
        if m is None:
            raise ValueError(f"cannot parse: {line!r}")
        size = 0 if m["size"] == "-" else int(m["size"])
        path, _, _query = m["path"].partition("?")
        return cls(m["host"], m["method"], path, int(m["status"]), size, int(m["hour"]))


def summarise(entries):
    by_class = Counter(f"{e.status // 100}xx" for e in entries)
    traffic = defaultdict(int)
    for e in entries:
        traffic[e.path] += e.size
    top = sorted(traffic.items(), key=lambda item: (-item[1], item[0]))[:3]
    hosts = {e.host for e in entries}
    yield f"{len(entries)} requests from {len(hosts)} hosts"
    for name in sorted(by_class):
        yield f"  {name}: {by_class[name]:>3} ({by_class[name] / len(entries):6.1%})"
    for path, size in top:
        yield f"  {path:<12}{size:>8,d} B"
    peak = Counter(e.hour for e in entries).most_common(1)[0]
    yield f"peak hour {peak[0]:02d} with {peak[1]}"


def main(text):
    entries, bad = [], 0
    for line in text.strip().splitlines():
        try:
            entries.append(Entry.parse(line))
        except ValueError:
            bad += 1
    report = list(summarise(entries)) if entries else ["nothing"]
    return report, bad


A = '10.0.0.1 - ann [03/Mar:09:15] "GET /index.html" 200 5120\n'
B = '10.0.0.2 - - [03/Mar:09:17] "POST /login?next=home" 302 -\n'
C = '10.0.0.1 - ann [03/Mar:10:02] "GET /missing" 404 312\n'
D = '10.0.0.9 - bob [04/Mar:23:59] "GET /video" 200 1048576\n'
CASES = [(A,), (A + B + C + D,), ("garbage\n" + A,), ("",), (C * 3 + D * 2 + "10.0.0.1 - [bad]",), (A + B * 5 + D,)]
