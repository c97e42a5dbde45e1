"""Names of the library: what there is, in which forms, and what a wrong name is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from turingrad import formats, library, tasks
from turingrad.errors import InputError
from turingrad.library import registry
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine

TYPES = {"tape": TapeMachine, "grid": GridMachine, "circuit": Circuit, "learner": Learner, "trainer": TapeMachine}
TYPES |= {"program": Program}
PAIRS = [
    pytest.param(name, form, marks=pytest.mark.slow if name == "sha-256-block" else ())
    for name, forms in registry.variants().items()
    for form in forms
]


def test_the_names_of_every_kind_are_listed() -> None:
    assert {"busy-beaver-5", "palindrome", "adder", "parity-small", "parity-fast", "last-label"} <= set(library.names())
    assert library.names() == sorted(library.names())


@pytest.mark.parametrize(("name", "form"), PAIRS)
def test_every_form_of_every_name_loads_as_its_type(name: str, form: str) -> None:
    assert isinstance(library.load(name, form=form), TYPES[form])


@pytest.mark.parametrize("name", library.names())
def test_every_entry_has_a_sentence_of_documentation(name: str) -> None:
    entry = library.entry(name)
    assert entry.doc
    assert "\n" not in entry.doc
    assert entry.kind == entry.forms[0]


def test_a_name_that_is_found_quickly_has_no_other_form() -> None:
    for name, forms in registry.variants().items():
        assert set(registry.forms_of(name)) == set(forms)


def test_a_circuit_s_name_takes_a_size() -> None:
    four, default = library.load("adder-4"), library.load("adder")
    assert isinstance(four, Circuit)
    assert isinstance(default, Circuit)
    assert len(four.inputs) == 8
    assert len(default.inputs) == 16


def test_a_learner_is_built_for_a_number_of_features() -> None:
    learner = library.load_learner("last-label", form="learner", features=5)
    assert isinstance(learner, Learner)
    assert learner.features == 5


def test_parity_means_the_fast_grid_machine() -> None:
    assert library.load("parity", form="grid") == library.load("parity-fast", form="grid")


def test_a_learner_without_a_wish_is_a_grid_machine_where_there_is_one() -> None:
    assert isinstance(library.load_learner("last-label"), GridMachine)
    assert isinstance(library.load_learner("dictator"), Learner)


@pytest.mark.parametrize("name", library.learner_names())
def test_every_learner_has_a_task_of_its_own_that_exists(name: str) -> None:
    assert tasks.get(library.default_task(name)).name == library.default_task(name)


def test_a_learner_is_read_from_a_machine_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    formats.write(library.load("constant", form="grid"), path)
    assert library.load_learner(str(path)) == library.load("constant", form="grid")


def test_a_learner_is_read_from_a_program(tmp_path: Path) -> None:
    path = tmp_path / "mine.tg"
    path.write_text("machine grid(work=1)\nhalt(+1)\n")
    machine = library.load_learner(str(path), form="grid")
    assert isinstance(machine, GridMachine)
    assert machine.accept


REFUSED = {
    "a misspelt name": (lambda: library.load("palindrom"), "did you mean palindrome"),
    "a name like no other": (lambda: library.load("xyzzy"), "`turingrad library` lists what there is"),
    "a form that is not there": (
        lambda: library.load("palindrome", form="circuit"),
        "no circuit form; these have one: adder",
    ),
    "an unknown form": (lambda: library.load("palindrome", form="robot"), "there is no form 'robot'; known: tape"),
    "a size of something without": (lambda: library.load("palindrome-8"), "there is no 'palindrome-8'"),
    "a size of zero": (lambda: library.load("adder-0"), "1 or more"),
    "an entry that is not there": (lambda: library.entry("nothing"), "there is no 'nothing'"),
    "a machine that is no learner": (lambda: library.load_learner("palindrome"), "is not a learner; known learners: "),
    "a learner's unknown form": (
        lambda: library.load_learner("constant", form="tape"),
        "known: grid, learner, trainer",
    ),
    "a learner that is nowhere": (lambda: library.load_learner("constent"), "did you mean constant"),
    "a task of a machine": (lambda: library.default_task("palindrome"), "is not a learner; known learners: "),
    "a task of a file": (lambda: library.default_task("mine.json"), "no task of its own"),
    "a program of no learner": (lambda: library.program_text("hebbb"), "did you mean hebb?"),
    "a circuit of no program": (lambda: library.program_circuit("life"), "must be one of sorting, shortest-paths"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_wrong_name_is_told_what_would_be_right(case: str) -> None:
    call, message = REFUSED[case]
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)


def test_a_file_of_another_kind_is_no_learner(tmp_path: Path) -> None:
    path = tmp_path / "adder.json"
    formats.write(library.load("adder-2"), path)
    with pytest.raises(InputError, match="is a circuit, not the grid form of a learner"):
        library.load_learner(str(path))
