"""The order in which to build packages (Kahn's algorithm), with the cycle named if there is one."""

from collections import deque


class CycleError(ValueError):
    def __init__(self, members):
        super().__init__(f"cycle among {', '.join(sorted(members))}")
        self.members = members


def parse(lines: list[str]) -> dict[str, set[str]]:
    needs: dict[str, set[str]] = {}
    for line in lines:
        name, _, rest = line.partition(":")
        needs.setdefault(name.strip(), set()).update(rest.split())
    for wanted in list(needs.values()):
        for name in wanted:
            needs.setdefault(name, set())
    return needs


def build_order(needs: dict[str, set[str]]) -> list[list[str]]:
    missing = {name: len(wanted) for name, wanted in needs.items()}
    users: dict[str, list[str]] = {name: [] for name in needs}
    for name, wanted in needs.items():
        for other in wanted:
            users[other].append(name)
    ready = deque(sorted(name for name, count in missing.items() if count == 0))
    stages = []
    built = 0
    while ready:
        stage = [ready.popleft() for _ in range(len(ready))]
        stages.append(stage)
        built += len(stage)
        freed = []
        for name in stage:
            for user in users[name]:
                missing[user] -= 1
                if not missing[user]:
                    freed.append(user)
        ready.extend(sorted(freed))
    if built < len(needs):
        raise CycleError({name for name, count in missing.items() if count})
    return stages


def main(lines):
    try:
        return build_order(parse(lines))
    except CycleError as error:
        return [str(error), len(error.members)]


CASES = [
    (["app: ui db", "ui: fonts core", "db: core", "tests: app"],),
    (["a: b", "b: c", "c: a", "d:"],),
]
