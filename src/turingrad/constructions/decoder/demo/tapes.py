"""Busy beaver 4 as a three-block language model: its tokens, its formats, and one token read back block by block."""

from __future__ import annotations

import torch
from rich.console import Console
from rich.table import Table

from turingrad import library
from turingrad.constructions.construction import Chapter
from turingrad.constructions.decoder import DecoderNetwork, compile_network

SHOWN = 60


def show(console: Console) -> None:
    machine = library.load("busy-beaver-4", "tape")
    network = compile_network(machine, cells=16, context=128)
    table = Table(title="Busy beaver 4, greedy decoding", title_justify="left")
    for column in ("format", "tokens", "equal to the run", "proven for this context"):
        table.add_column(column)
    expected = network.expected_tokens("")
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        said = list(network.to(dtype).generate(network.prompt("")))
        equal = sum(a == b for a, b in zip(said, expected, strict=False))
        table.add_row(
            str(dtype).removeprefix("torch."),
            str(len(said)),
            f"{equal} of {len(expected)}",
            "yes" if network.certificate.exact_in(dtype) else "no",
        )
    network.float()
    console.print(
        f"{network.depth} Llama blocks of width {network.width}, {network.parameter_count():,} weights, "
        f"{len(network.vocabulary)} tokens; `turingrad export busy-beaver-4 --to llama` writes it for transformers."
    )
    console.print(table)
    show_token(console, network, expected)


def show_token(console: Console, network: DecoderNetwork, expected: list[int]) -> None:
    prompt = network.prompt("")
    texts = network.vocabulary.texts
    stream = network.hidden(torch.tensor([*prompt, *expected]))[:, len(prompt) + SHOWN]
    table = Table(title=f"Token {texts[expected[SHOWN]]}, read back after each block", title_justify="left", box=None)
    for column in ("after", "what the stream says"):
        table.add_column(column)
    names = ["embedding", *(block.name for block in network.decoder_blocks())]
    for name, vector in zip(names, stream, strict=True):
        table.add_row(name, str(network.read(vector)))
    console.print(table)
    console.print(f"Next token: {texts[expected[SHOWN + 1]]}")


CHAPTER = Chapter(45, "A stock language model whose next token is the machine's next step", show)
