# ruff: noqa
"""Read an INI file with sections, comments, types and ${references}."""

import re
from collections import ChainMap

SECTION = re.compile(r"^\[(?P<name>[^\]]+)\]$")
REFERENCE = re.compile(r"\$\{(\w+)(?::(\w+))?\}")


def convert(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    lowered = text.lower()
    if lowered in ("true", "yes", "on"):
        return True
    if lowered in ("false", "no", "off"):
        return False
    if "," in text:
        return [convert(p.strip()) for p in text.split(",") if p.strip()]
    return text


def parse(source):
    config = {"DEFAULT": {}}
    current = config["DEFAULT"]
    for number, line in enumerate(source.splitlines(), 1):
        line = line.split(";", 1)[0].split("#", 1)[0].strip()
        if not line:
            continue
        if m := SECTION.match(line):
            current = config.setdefault(m["name"], {})
        elif "=" in line:
            key, _, value = line.partition("=")
            current[key.strip().lower()] = value.strip()
        else:
            raise SyntaxError(f"line {number}: {line!r}")
    return config


def expand(config, section, value, depth=0):
    if depth > 5:
        raise RecursionError("reference loop")

    def replace(match):
        first, second = match.groups()
        where, key = (first, second) if second else (section, first)
        scope = ChainMap(config.get(where, {}), config["DEFAULT"])
        return expand(config, where, scope[key], depth + 1)

    return REFERENCE.sub(replace, value)


def main(source):
    try:
        config = parse(source)
        return {
            name: {k: convert(expand(config, name, v)) for k, v in section.items()}
            for name, section in config.items()
            if section
        }
    except (SyntaxError, KeyError, RecursionError) as error:
        return type(error).__name__, str(error)


CASES = [
    ("[server]\nport = 8080\ndebug = yes\nratio=0.5",),
    ("root = /srv\n[a]\npath = ${root}/a\n[b]\npath = ${a:path}/b ; nested",),
    ("# only a comment\n\n",),
    ("[x]\nnames = ann, bob, 3\nempty =",),
    ("[x]\nwhat is this",),
    ("[x]\na = ${b}\nb = ${a}",),
    ("[x]\na = ${nope}",),
]
