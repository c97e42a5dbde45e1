"""Options that recur in several commands, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad.cli import completion
from turingrad.constructions import recipe_names

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for scripts.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print every figure.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bars.")]
Seed = Annotated[int, typer.Option(help="Fixes everything that is drawn at random.", min=0)]
NAMED = "'-' for standard input, a library name, or the folder of a compiled network."
Subject = Annotated[
    str,
    typer.Argument(
        help=f"A machine, circuit, .tg program, C, ELF or assembly file, {NAMED}",
        autocompletion=completion.machine_names,
    ),
]
Input = Annotated[
    str | None,
    typer.Option(
        help="The tape ('' for a blank one; '|' separates several tapes, unless it is a symbol), the rows of a grid or "
        "the ticks of a clocked circuit separated by '/', one bit vector, the standard input of a program, the "
        "arguments of a Python function separated by ',', or a test point for a trained rcnn, as signs "
        "(+-+). [default: the machine's own input]"
    ),
]
InputFile = Annotated[Path | None, typer.Option(help="Programs: a file whose bytes are the standard input.")]
Ram = Annotated[int | None, typer.Option(min=16, help="Programs: bytes of memory. [default: 65,536]")]
Window = Annotated[
    int | None,
    typer.Option(min=64, help="llama.cpp:FILE, transformers:FOLDER: start a new prompt after this many tokens."),
]
Vectors = Annotated[
    Path | None,
    typer.Option(
        help="Circuits: a file with one bit string per line, in the order of the inputs; clocked circuits: one line "
        "per tick."
    ),
]
Trace = Annotated[
    Path | None,
    typer.Option(
        help="Write the configurations to this file, one JSON object per line; of a clocked circuit, a file whose name "
        "ends in .vcd gets waveforms instead."
    ),
]
PassExitCode = Annotated[bool, typer.Option(help="Programs: exit with the program's exit code.")]
RunOn = Annotated[
    str | None,
    typer.Option(
        help=f"{', '.join(recipe_names())}; or onnx:FILE, a graph that `export` wrote; programs also take "
        "llama.cpp:FILE.gguf and transformers:FOLDER. "
        "[default: reference; for a folder, its own]",
        autocompletion=completion.recipe_names,
    ),
]
Format = Annotated[str | None, typer.Option("--format", help="The file's format, if it cannot be recognised.")]
MaxBytes = Annotated[int, typer.Option(help="Refuse files larger than this many bytes.", min=1)]
Executor = Annotated[
    str | None,
    typer.Option(
        help="The executor (implementation) to run; all give the same numbers.",
        autocompletion=completion.executor_names,
    ),
]
Dtype = Annotated[str | None, typer.Option(help="float16, bfloat16, float32 or float64; refused if not exact.")]
Device = Annotated[str | None, typer.Option(help="A torch device, such as cpu or cuda.")]
Threads = Annotated[int | None, typer.Option(help="Threads for torch.", min=1)]
Cells = Annotated[int | None, typer.Option(min=1, help="decoder: cells of the tape, the same as --option cells=N.")]
Context = Annotated[
    int | None, typer.Option(min=1, help="decoder: tokens of the longest sequence, the same as --option context=N.")
]
Construction = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        help="An option of the construction, as name=value; repeatable.",
        autocompletion=completion.option_names,
    ),
]
Encoding = Annotated[str, typer.Option(help="How --data encodes signs: auto, pm1 or 01.")]
Engine = Annotated[str, typer.Option(help="local (processes on this machine) or ray (a cluster).")]
Workers = Annotated[int | None, typer.Option(help="Processes. [default: one per core]")]
Address = Annotated[
    str | None, typer.Option(help="ray: host:port of the cluster, or auto. [default: a new one on this machine]")
]
Resume = Annotated[Path | None, typer.Option(help="Progress file to continue; created if it does not exist.")]
Report = Annotated[
    Path | None, typer.Option("--report", help="Write an HTML page with the answer, figures, plots and the command.")
]
Output = Annotated[Path, typer.Option("-o", "--output", help="Where to write.")]


def options_given(**values: Any) -> dict[str, Any]:
    """The options that the user set: constructions see only those, so that their own defaults hold."""
    return {name: value for name, value in values.items() if value is not None}
