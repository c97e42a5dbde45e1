"""`turingrad examples`: the files that the README's commands name."""

from __future__ import annotations

import shutil
from pathlib import Path

from turingrad import __file__ as package_file
from turingrad._support.files import is_folder, whole_folder
from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.terminal import print_json, say
from turingrad.errors import InputError

INSTALLED = Path(package_file).parent / "example_files"  # where the wheel has them
IN_A_CHECKOUT = Path(package_file).parents[2] / "examples"


def examples_command(output: options.Output, json: options.AsJson = False) -> None:
    """Write example files: circuit, machine, Python learner, data."""
    source = next((place for place in (INSTALLED, IN_A_CHECKOUT) if is_folder(place)), None)
    if source is None:
        raise InputError("this installation has no example files; install turingrad from its wheel")
    names = sorted(path.name for path in source.iterdir() if path.is_file())
    with whole_folder(output) as folder:
        for name in names:
            shutil.copyfile(source / name, folder / name)
    if json:
        print_json({"output": str(output), "files": names})
        return
    for name in names:
        say(str(output / name))
    say(f"{amount(len(names), 'file')} in {output}; README.md says what to try")
