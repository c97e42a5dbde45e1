"""Options that several commands of `turingrad limits` have."""

from typing import Annotated

import typer

Train = Annotated[int, typer.Option(min=1, help="Training samples.")]
Test = Annotated[int, typer.Option(min=1, help="Test samples.")]
Epochs = Annotated[int, typer.Option(min=1, help="Epochs of the plain net.")]
Layers = Annotated[int, typer.Option(min=1, help="Hidden layers of the plain net.")]
Width = Annotated[int, typer.Option(min=1, help="Hidden units of the plain net, in each layer.")]
Rate = Annotated[float, typer.Option(help="Step size of the plain net.")]
Batch = Annotated[int, typer.Option(min=1, help="Batch size of the plain net.")]
NetSteps = Annotated[int, typer.Option(min=1, help="SGD steps of the plain net.")]
Bits = Annotated[int, typer.Option(min=2, help="Bits of an input.")]
