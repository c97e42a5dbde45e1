"""compile_function: a live Python function and its arguments to a program, checked against CPython."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from turingrad.machine.program.program import Program
from turingrad.machine.program.run import run as run_program
from turingrad.python.programs.arrays import take_types, uses_arrays
from turingrad.python.programs.decode import MemoryReader, ProgramFailure
from turingrad.python.programs.differences import explain_difference, order_shown
from turingrad.python.programs.image import Image, build
from turingrad.python.programs.layout import (
    EXIT_ERROR,
    EXIT_LEFT_OUT,
    EXIT_MEMORY,
    EXIT_REFUSED,
    EXIT_RESERVE,
    EXIT_TOO_SMALL,
    MESSAGES,
    SET_ORDER_SEEDS,
    TYPES,
)
from turingrad.python.programs.linker import Facts, Linker
from turingrad.python.programs.memory_errors import out_of_memory
from turingrad.python.programs.refusals import (
    SET_ELSEWHERE,
    LeftOutError,
    OutOfMemoryError,
    PythonProgramError,
    RefusedError,
    with_output,
)
from turingrad.python.programs.runtime_files import entry_function
from turingrad.python.programs.trimming import Survey, key_left_out, survey
from turingrad.python.programs.verify import REPORT, compare, is_same, outcome, restore_after, restore_names

RAM = 1 << 20
STACK = 1 << 17
RESERVE = 4096
LARGEST_RAM = 1 << 27
MAX_STEPS = 2_000_000_000
PASSES = 12
STATIC_KINDS = (TYPES["CLASS"], TYPES["NATIVE"], TYPES["PROPERTY"])


@dataclass(frozen=True)
class PythonRun:
    """What a run of a compiled function gave."""

    value: Any
    output: str
    steps: int
    failure: ProgramFailure | None
    configuration: Any = field(repr=False)
    order_seen: bool = False
    collections: int = 0


@dataclass(frozen=True)
class CompiledFunction:
    """A Python function as a program, and its arguments as the program's input."""

    image: Image = field(repr=False)
    given: bytes = field(repr=False)
    name: str
    like: Any = field(default=None, repr=False)  # a result with numpy's number types

    @property
    def program(self) -> Program:
        return self.image.program

    def run(self, *, max_steps: int | None = MAX_STEPS, executor: str = "compiled") -> PythonRun:
        """Run it on the reference interpreter."""
        done = run_program(self.program, self.given, executor=executor, max_steps=max_steps)
        return self.decode_run(done.configuration, done.steps)

    def decode_run(self, configuration: Any, steps: int) -> PythonRun:
        """The result of a finished run, from whatever executor."""
        if configuration.trap is not None:
            inside = max((address, name) for name, address in self.program.symbols if address <= configuration.pc)[1]
            raise PythonProgramError(
                f"the program of {self.name} trapped in {inside}: {configuration.trap}; report this program"
            )
        if configuration.exit_code is None:
            limit = f"{steps:,} steps, the limit that max_steps sets"
            raise PythonProgramError(f"{self.name} did not finish within {limit}")
        reader = MemoryReader(self.image, bytes(configuration.memory))
        output = configuration.output.decode("utf-8", "surrogatepass")
        code = configuration.exit_code
        if code in (EXIT_MEMORY, EXIT_TOO_SMALL, EXIT_RESERVE):
            raise with_output(out_of_memory(self.name, reader, configuration, steps), output)
        if code == EXIT_REFUSED:
            raise reader.refusal()
        if code == EXIT_LEFT_OUT:
            raise LeftOutError(self.name, key_left_out(self.image, reader.system("pc")))
        failure = reader.failure() if code == EXIT_ERROR else None
        value = None if failure else take_types(reader.value(reader.system("result")), self.like)
        order_seen, collections = bool(reader.system("order_seen")), reader.system("collections")
        return PythonRun(value, output, steps, failure, configuration, order_seen, collections)


def compile_image(
    function: Any,
    arguments: tuple[Any, ...],
    ram: int,
    options: dict[str, int],
    facts: Facts | None = None,
) -> Image:
    """Passes until nothing new is found; one is enough with the facts of an earlier call for the same arguments."""
    facts = facts or Facts({"HANDLER_COUNT": 0})
    settings = {"STACK_BYTES": min(STACK, ram // 8) & -8, "RESERVE": RESERVE, "STRESS": 0, "DROP_PRINT": 0}
    facts.options.update({**settings, **options})
    if any(isinstance(each, str | bytes | bytearray) for each in arguments):
        facts.flags.add("HAS_TEXT_SEED")  # one of them may become the seed of random numbers
    entry = entry_function(len(arguments))
    for _ in range(PASSES):
        linker = Linker(facts)
        entry.__globals__["TARGET"] = linker.stand_in(function)
        linker.run(entry)
        before = len(linker.world.objects)
        linker.world.from_user = True
        root = linker.world.word(tuple(arguments)) if arguments else linker.world.empty_tuple
        inputs = [each for each in linker.world.objects[before:] if each.kind not in STATIC_KINDS]
        linker.run_queues()
        old, facts.options["HANDLER_COUNT"] = facts.options["HANDLER_COUNT"], len(linker.handlers)
        if not linker.changed() and old == len(linker.handlers):
            break
    else:
        raise PythonProgramError("the compiler did not terminate; simplify the program")
    own = {id(each) for each in inputs}
    linker.world.objects[:] = [each for each in linker.world.objects if id(each) not in own]
    return build(linker, ram, getattr(function, "__name__", "program"), root, inputs)


def compile_function(
    function: Any,
    *arguments: Any,
    ram: int | None = None,
    verify: bool = True,
    trim: bool = False,
    most_ram: int | None = None,
    finer: bool = False,
    max_steps: int | None = MAX_STEPS,
    **options: int,
) -> CompiledFunction:
    """A live function and its arguments as a program.

    Args:
        function: a Python function, method or class of yours, from a file.
        arguments: what it is called with; they become the program's input.
        ram: bytes of memory; by default 1 MB, and more if the run needs it.
        verify: run CPython beside the program, and refuse if they differ.
        trim: link only what a trial run with these arguments enters of the run time, for a small `ram`.
        most_ram: if the trimmed program does not fit `ram`, it may have twice as much, and so on, up to this.
        finer: it may also have half as much again, in between.
        max_steps: how long the program may run for that.

    Raises:
        RefusedError: for what is outside the compiled language, with the line.
    """
    if not trim:
        return compile_whole(function, arguments, ram, verify, max_steps, options)
    whole = compile_whole(function, arguments, None, verify, max_steps, options)
    found = survey(whole.image, whole.given, max_steps)
    size = ram or whole.program.ram
    while True:
        try:
            return trim_program(whole, found, function, arguments, size, options, max_steps)
        except OutOfMemoryError:
            if most_ram is None:
                raise
            larger = size * 3 // 2 if finer and not size & (size - 1) else 1 << size.bit_length()
            if larger > most_ram:
                raise OutOfMemoryError(
                    f"{whole.name} ran out of memory: it needs more than {size:,} bytes of RAM, the most that this "
                    'construction has; pass less data, or run it with on="reference"'
                ) from None
            size = larger


def compile_whole(
    function: Any,
    arguments: tuple[Any, ...],
    ram: int | None,
    verify: bool,
    max_steps: int | None,
    options: dict[str, int],
) -> CompiledFunction:
    """The program with all of the run time that it may need, in `ram` bytes or as many as its run takes."""
    size, facts = ram or RAM, Facts({"HANDLER_COUNT": 0})
    while True:
        image = compile_image(function, arguments, size, options, facts=facts)
        compiled = CompiledFunction(image, image.input_bytes(), getattr(function, "__name__", "program"))
        if not verify:
            return compiled
        try:
            done = check(compiled, function, arguments, options, max_steps)
        except RefusedError as refused:
            if refused.what == MESSAGES["MSG_WIDE"] and not image.wide:
                facts.flags.add("WIDE")
                continue
            name = refused.what.removeprefix(SET_ELSEWHERE)
            if name == refused.what or name in facts.table.everywhere:
                raise
            facts.table.everywhere.add(name)
            continue
        except OutOfMemoryError:
            if ram is not None or size * 4 > LARGEST_RAM:
                raise
            size *= 4
            continue
        return replace(compiled, like=done.value) if uses_arrays(image) else compiled


def trim_program(
    whole: CompiledFunction,
    found: Survey,
    function: Any,
    arguments: tuple[Any, ...],
    ram: int,
    options: dict[str, int],
    max_steps: int | None,
) -> CompiledFunction:
    """The same program for a small memory; it must give what the whole one gives.

    Without the rest of the run time the compiler may know more, and reach what it needs by another function than the
    whole program did: that one is added.
    """
    expected = whole.run(max_steps=max_steps)
    endless = expected.failure is not None and isinstance(expected.failure.error, RecursionError)
    stack = min(found.stack, ram // 4 & -8) if endless else found.stack  # its recursion ends wherever the stack does
    entered, settings = found.entered, {**options, "STACK_BYTES": stack}
    while True:
        facts = Facts({"HANDLER_COUNT": 0}, entered)
        facts.flags |= {"WIDE"} if whole.image.wide else set()
        image = compile_image(function, arguments, ram, settings, facts=facts)
        made = CompiledFunction(image, image.input_bytes(), whole.name, whole.like)
        try:
            done = made.run(max_steps=max_steps)
        except LeftOutError as missing:
            if missing.key in entered:
                raise
            entered |= {missing.key}
            continue
        break
    alike = is_same(done.value, expected.value) and str(done.failure) == str(expected.failure)
    if stack < found.stack and not (alike and done.output == expected.output):
        raise OutOfMemoryError(
            f"the recursion of {whole.name} needs {found.stack:,} bytes of stack; recurse less deeply"
        )
    if not alike or done.output != expected.output:
        raise PythonProgramError(f"the trimmed program of {whole.name} differs from the whole one; {REPORT}")
    return made


def check(
    compiled: CompiledFunction,
    function: Any,
    arguments: tuple[Any, ...],
    options: dict[str, int],
    max_steps: int | None = MAX_STEPS,
) -> PythonRun:
    """Run the program and CPython, and compare them; sets of texts must not show their order."""
    done = compiled.run(max_steps=max_steps)

    def depends_on_order(seeds: tuple[int, ...]) -> bool:
        for seed in seeds:
            image = compiled.image.with_order(seed)
            again = CompiledFunction(image, image.input_bytes(), compiled.name).run(max_steps=max_steps)
            if not is_same(done.value, again.value) or done.output != again.output:
                return True
            if str(done.failure) != str(again.failure):
                return True
        return False

    if done.order_seen and depends_on_order(SET_ORDER_SEEDS[1:2]):
        raise order_shown(compiled.name)
    try:
        linker = compiled.image.linker
        names = restore_names(linker.table.classes, linker.facts.stored_attributes, linker.stored_names())
        with restore_after(linker.world.live), names:
            expected = outcome(function, arguments)
            if uses_arrays(compiled.image):
                done = replace(done, value=take_types(done.value, expected.value))
            if options.get("DROP_PRINT"):
                expected = replace(expected, output="")
            compare(compiled.name, expected, done.value, done.output, done.failure)
    except PythonProgramError as difference:
        if done.order_seen and depends_on_order(SET_ORDER_SEEDS[2:]):
            raise order_shown(compiled.name) from None
        raise explain_difference(compiled.image, compiled.name, done.failure, difference) from None
    return done
