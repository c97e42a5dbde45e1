"""Random command lines: commands that end soon, with options that fit, that do not, and values of every kind."""

from __future__ import annotations

from random import Random

from turingrad.constructions import construction, construction_names, recipe_names

SUBJECTS = (
    "busy-beaver-2",
    "busy-beaver-3",
    "adder-2",
    "parity",
    "last-label",
    "nothing",
    "",
    "-",
    "../x",
    "no\x00pe",
    "é",
)
THERE = 5  # of these
LEARNING = [name for name in construction_names() if construction(name).learner_form == "grid"]  # the quick ones
OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "run": (
        ("--on", *recipe_names(), "nowhere"),
        ("--max-steps", "5", "0", "-1", "x", "1e3"),
        ("--input", "", "101", "zz", "é"),
        ("--executor", "compiled", "python", "dense", "none"),
        ("--dtype", "float16", "float32", "int8"),
        ("--json",),
        ("--quiet",),
    ),
    "check": (
        ("--on", *construction_names(), "nowhere"),
        ("--samples", "1", "0", "-3", "two"),
        ("--max-steps", "4", "0", "nan"),
        ("--max-length", "2", "-1"),
        ("--seed", "1", "-1", "99999999999999999999"),
        ("--json",),
    ),
    "convert": (("--to", "json", "jflap", "blif", "nothing"), ("--format", "json", "x")),
    "library": (("--json",), ("--nonsense",)),
    "examples": (("--json",), ("--nonsense",)),
    "margin": (("--on", *construction_names()), ("--steps", "2", "0", "-1"), ("--json",)),
    "learn": (
        ("--with", "reference", *LEARNING, "nowhere"),
        ("--task", "dictator", "parity-0", "parity-x", "none"),
        ("--dim", "2", "0", "-1", "x"),
        ("--train", "3", "-1"),
        ("--test", "2", "-2"),
        ("--json",),
    ),
    "search": (
        ("--task", "dictator", "parity-2", "x.py:y", "none"),
        ("--states", "1", "0", "65", "-1"),
        ("--budget", "20", "0", "many"),
        ("--instances", "5", "0"),
        ("--dim", "2", "0"),
        ("--train", "2", "0"),
        ("--json",),
    ),
    "census": (
        ("--task", "dictator", "parity-2", "none"),
        ("--states", "1", "0", "3"),
        ("--dim", "2", "1", "0", "99"),
        ("--train", "1", "2", "0", "99"),
        ("--below", "0.1", "-1", "nan", "2"),
        ("--json",),
    ),
    "compile": (
        ("--to", *construction_names(), "nowhere"),
        ("--dtype", "float16", "float32", "int8"),
        ("--option", "steps=5", "nonsense=1", "steps", "=", "layers=paper"),
        ("--cells", "5", "0", "x"),
        ("--json",),
    ),
    "view": (
        ("--on", *recipe_names(), "nowhere"),
        ("--from", "0", "7", "-1"),
        ("--to", "3", "-1", "x"),
        ("--max-steps", "5", "0"),
        ("--input", "", "101", "zz"),
    ),
    "export": (("--to", "nothing", "../x"), ("--vectors", "2", "0"), ("--opset", "1", "x"), ("--json",)),
    "claims": (("--paper", "wei", "nobody"), ("--json",)),
    "bench": (("--json",), ("--plot", "x.txt")),
    "limits": (("--bits", "1", "x"), ("--json",)),
    "nonsense": (("--help",),),
}
ALWAYS = {
    "learn": ("--dim", "2", "--train", "3", "--test", "2", "--quiet"),
    "search": ("--budget", "20", "--instances", "5", "--dim", "2", "--train", "2", "--no-network", "--workers", "1"),
    "census": ("--states", "1", "--dim", "2", "--train", "2", "--workers", "1", "--quiet"),
    "margin": ("--steps", "2", "--quiet"),
    "check": ("--samples", "1", "--max-steps", "4", "--quiet"),
    "view": ("--to", "3", "--max-steps", "5", "--quiet"),
    "claims": ("--claim", "nothing", "--quiet"),
    "bench": ("nothing", "--quiet"),
}
SUBJECT = ("run", "check", "compile", "convert", "export", "library", "margin", "learn", "view")
WRITES = {"compile": "folder", "examples": "examples", "export": "exported", "search": "found", "view": "page.html"}


def command_line(rng: Random, folder: str) -> list[str]:
    """A command, perhaps a subject, and up to four options in any order; files go to `folder`. Every other line takes
    subjects that are there and the first value of an option, which is mostly a right one."""
    command = rng.choice(sorted(OPTIONS))
    words = [command]
    tame = rng.random() < 0.5
    if command in SUBJECT and (tame or rng.random() < 0.9):
        words.append(rng.choice(SUBJECTS[:THERE] if tame else [s for s in SUBJECTS if s != "-"]))
    if command == "limits":
        words.append(rng.choice(("nothing", "", "é")))
    if command == "convert":
        words.append(f"{folder}/converted")
    words += ALWAYS.get(command, ())
    if command in WRITES:
        words += ["-o", f"{folder}/{rng.getrandbits(40)}-{WRITES[command]}"]
    for name, *values in rng.sample(OPTIONS[command], k=rng.randint(0, min(4, len(OPTIONS[command])))):
        words.append(name)
        if values and rng.random() < 0.95:
            words.append(values[0] if tame else rng.choice(values))
    return words
