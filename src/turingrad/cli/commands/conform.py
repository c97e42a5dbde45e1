"""`turingrad conform`: a language-model runtime against networks whose every token is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turingrad.cli import options
from turingrad.cli.commands.compile import parse_option
from turingrad.cli.machines import subject_of
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import out, print_json, print_wrapped, progress, say
from turingrad.errors import InputError

if TYPE_CHECKING:
    from turingrad.export.conform import Conformance, Probe, ProgramProbe, Runtime

FAILED = 1


def conform_command(
    runtime: Annotated[
        str,
        typer.Argument(
            help="torch, torch.compile, transformers, onnxruntime, openvino, ctranslate2, llama.cpp, the address of a "
            "llama.cpp server (http://..., with a file that --write wrote), or a plug-in, as module:function."
        ),
    ],
    file: Annotated[
        str | None,
        typer.Argument(
            help="Instead of the probes: a tape machine or a program of your own, or the folder of a compiled network."
        ),
    ] = None,
    programs: Annotated[
        bool, typer.Option("--programs", help="Programs on the processor as probes: hello, fib, sorting, SHA-256 ...")
    ] = False,
    dtype: Annotated[str, typer.Option(help="The format of the weights: float32, bfloat16 or float16.")] = "float32",
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="A setting of the runtime: attention=eager|sdpa (transformers), precision=f32|bf16 (openvino), "
            "attention=plain|flash, cache=... (llama.cpp).",
        ),
    ] = None,
    context: Annotated[
        int | None,
        typer.Option(min=1, help="The longest probe, in tokens; with --programs: the longest run generated in full."),
    ] = None,
    probe: Annotated[list[str] | None, typer.Option(help="Only probes of this name; repeatable.")] = None,
    write: Annotated[
        Path | None,
        typer.Option(help="Run nothing: write the probes into this new folder, for a server to load (GGUF, or Llama)."),
    ] = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare a runtime's tokens with runs that are known exactly.

    Reports the first wrong token, what the network does there, and the likely fault. The exit code is 1 if a token is
    wrong.
    """
    from turingrad.export.conform import conform, write_probes
    from turingrad.export.conform import runtime as find

    if programs and file is not None:
        raise InputError("--programs selects our own probes; leave it out to test a program of your own")
    settings = {name: str(value) for name, value in (parse_option(text, "--set") for text in setting or ())}
    subject, names, own = find(runtime, dtype, **settings), tuple(probe or ()), own_probe(file, context, probe)
    if write is not None:
        with progress(quiet or json) as tell:
            written = write_probes(
                subject, write, longest=context, names=names, own=own, programs=programs, progress=tell
            )
        print_output_paths(subject, write, written, json)
        return
    with progress(quiet or json) as tell:
        found = conform(subject, longest=context, names=names, own=own, programs=programs, progress=tell)
    if json:
        print_json(found.as_json())
    else:
        print_verdict(found)
    if not found.ok:
        raise typer.Exit(FAILED)


def print_verdict(found: Conformance) -> None:
    formats = ", ".join(f"{name} {value}" for name, value in found.facts.items())
    print_wrapped(f"{found.runtime}: {formats}", 2, style="italic")
    rows = []
    for outcome in found.outcomes:
        verdict = "equal" if outcome.ok else f"wrong: {', '.join(wrong.mode for wrong in outcome.wrong)}"
        rows.append((outcome.probe, f"{outcome.context:,}", f"{outcome.tokens:,}", verdict))
    out.print(table(("probe", "context", "tokens compared", "verdict"), rows, left=("probe", "verdict")))
    for line in found.skipped:
        print_wrapped(f"left out: {line}", 2)
    if found.first is not None:
        say(str(found.first))
        say(f"All probes together: {found.as_json()['likely']}.")
    else:
        say(f"Every one of {found.tokens:,} tokens is right.")


def own_probe(file: str | None, context: int | None, names: list[str] | None) -> tuple[Probe | ProgramProbe, ...]:
    """The machine that was named, as a probe; a folder of a decoder is tried as it was compiled."""
    if file is None:
        return ()
    if names:
        raise InputError("--probe chooses among our own probes; leave it out to test a machine of your own")
    from turingrad.constructions.decoder import DecoderNetwork
    from turingrad.export.conform import probe_of, program_probe
    from turingrad.machine.program import Program

    network, machine, _ = subject_of("decoder", file)
    if isinstance(machine, Program):
        return (program_probe(machine, **options.options_given(context=context)),)
    if not isinstance(network, DecoderNetwork):
        return (probe_of(machine, **options.options_given(context=context)),)
    if context is not None:
        raise InputError(f"the context belongs to the compilation: this network's is {network.options.context}")
    return (probe_of(network),)


def print_output_paths(subject: Runtime, folder: Path, written: list[Path], json: bool) -> None:
    if json:
        print_json({"output": str(folder), "files": [str(path) for path in written]})
        return
    for path in written:
        say(str(path))
    if subject.form == "gguf":
        say("Serve one (llama-server -m FILE), then: turingrad conform http://HOST:PORT")
