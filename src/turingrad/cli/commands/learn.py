"""`turingrad learn`: a learning algorithm on a data set, by itself or inside a network trained by SGD."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from turingrad import formats
from turingrad._support.arrays import Mask, Signs
from turingrad._support.files import require_writable
from turingrad._support.validation.values import finite
from turingrad.cli import options
from turingrad.cli.learn_curve import start_curve
from turingrad.cli.learn_options import (
    Batches,
    Compare,
    Curve,
    Data,
    Dim,
    Learned,
    Module,
    Noise,
    NumberForm,
    Passes,
    PredictorFile,
    Rate,
    TaskName,
    Test,
    Train,
    TrainedFolder,
    Via,
    With,
    require_partners,
)
from turingrad.cli.learn_program import circuit_sizes, learn_by_program, learner_or_program, program_data
from turingrad.cli.machines import subject_of
from turingrad.cli.problems import problem
from turingrad.cli.render.reports import save, training_playback
from turingrad.cli.render.results import print_learn_run
from turingrad.cli.render.terminal import errors, finish, print_fields, print_json, progress, text_curve
from turingrad.constructions import drive
from turingrad.constructions.learning import LearnRun
from turingrad.constructions.prepare import recipe_for
from turingrad.constructions.registry import REFERENCE
from turingrad.constructions.resolve import is_network_folder
from turingrad.errors import InputError
from turingrad.library import default_task
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.run import Progress
from turingrad.python import predictor as fixed_predictor
from turingrad.python.files import is_python_source, load_object


def learn_command(
    learner: Learned,
    with_: With = None,
    data: Data = None,
    encoding: options.Encoding = "auto",
    task: TaskName = None,
    module: Module = None,
    number: NumberForm = None,
    rate: Rate = None,
    dim: Dim = None,
    train: Train = None,
    test: Test = None,
    passes: Passes = None,
    batches: Batches = None,
    via: Via = None,
    executor: options.Executor = None,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Step limit of one machine run.")] = None,
    noise: Noise = None,
    compare: Compare = None,
    predictor: PredictorFile = None,
    output: TrainedFolder = None,
    dtype: options.Dtype = None,
    threads: options.Threads = None,
    report: options.Report = None,
    curve: Curve = None,
    seeds: Annotated[int, typer.Option(min=1, help="--curve: problems per point.")] = 5,
    plot: Annotated[Path | None, typer.Option(help="--curve: draw it to this file (.svg, .png, .pdf).")] = None,
    seed: options.Seed = 0,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Train a learner on samples and predict a test set.

    The learner also runs directly, and the predictions are compared.
    LEARNER may be the folder of a trained network: emulation continues
    to learn; rcnn and descent only predict.
    """
    require_choices(compare, module, rate, report, predictor, plot)
    require_partners(plot, curve, number, module, predictor)
    if module is not None:
        return start_module(dict(locals()))
    if (numbers := program_data(learner, data, encoding, with_, via)) is not None:
        return learn_by_program(learner, *numbers, dict(locals()))
    network = network_in(learner, with_, output)
    with_ = with_ or (REFERENCE if network is None else network.construction)
    recipe_for(network, with_, "learn")  # a construction that cannot learn is refused before data are asked for
    if curve is not None:
        return start_curve(dict(locals()))
    (X, y), (X_test, y_test) = problem(learner, network, with_, data, encoding, task, dim, train, test, seed)
    if (chosen := network or learner_or_program(X, dict(locals()))) is None:
        return None
    extra = options.options_given(noise=noise_of(noise), max_steps=max_steps, dtype=dtype, threads=threads)
    extra |= options.options_given(passes=passes, batches=batches)
    with progress(quiet or json) as tell:
        result = drive.learn(chosen, X, y, X_test, on=with_, executor=executor, seed=seed, progress=tell, **extra)
        fields = summary(learner, result, X, y, X_test, y_test, seed) | asked_only(network, result)
        if not (interrupted := bool(result.details.get("interrupted"))) and compare is not None:
            fields |= mlp_accuracy(result, X, y, X_test, y_test, seed, tell)
        fields |= write_outputs(result, predictor, None if interrupted else output)
    losses = fields.pop("losses", None)
    if report is not None:
        of, trained = source_of(data, task, learner, network), (chosen, X, y, X_test, with_, seed)
        write_report(report, fields, losses, trained, of, noise is None, quiet or json)
    asked = {"predictions": result.predictions, "labels": y_test, "test_rows": np.asarray(X_test)}
    return print_result(fields, None if quiet else losses, verbose, asked if json else None, interrupted)


def start_module(given: dict[str, Any]) -> None:
    """`learn_module` with its options; those that it does not take are refused."""
    from turingrad.cli.learn_module import learn_module  # torch takes seconds to load

    unused = ("noise", "predictor", "curve", "report", "dim", "batches", "dtype", "threads", "plot")
    ignored = [f"--{name}" for name in unused if given[name] is not None]
    if ignored or given["with_"] not in (None, "descent"):
        chosen = ", ".join(ignored) or f"--with {given['with_']}"
        raise InputError(f"--module is trained with descent: leave out {chosen}")
    names = ("data", "task", "compare", "passes", "rate", "executor", "max_steps", "output", "seed", "json", "quiet")
    sizes = given["train"], given["test"]
    options_of = {name: given[name] for name in names}
    learn_module(given["learner"], given["module"], sizes=sizes, form=given["number"], **options_of)


def source_of(data: Path | None, task: str | None, learner: str, network: Any) -> str:
    """What a report says of where the samples are from."""
    if data is not None:
        return data.name
    return f"the task {task or default_task(learner if network is None else network.machine.name)}"


def require_choices(compare: str | None, module: str | None, rate: float | None, *paths: Path | None) -> None:
    """Refuse what cannot be compared with and files that cannot be written, before all work."""
    if compare not in (None, "mlp" if module is None else "sgd"):
        taken = "'mlp' ('sgd' needs --module)" if module is None else "'sgd' if there is a --module"
        raise InputError(f"--compare takes {taken}, not {compare!r}")
    if rate is not None and compare != "sgd":
        raise InputError("--rate is that of torch's SGD: give it with --module and --compare sgd")
    for path in paths:
        require_writable(path)


def write_report(
    path: Path, fields: dict[str, Any], losses: Any, trained: tuple[Any, ...], of: str, played: bool, silent: bool
) -> None:
    """The page of a training; played back, it is run once more."""
    started = time.perf_counter()
    with progress(silent) as tell:
        learner, X, y, X_test, on, seed = trained
        run = training_playback(learner, X, y, X_test, on, seed, tell) if played else None
    cost = time.perf_counter() - started
    save(path, "report_pages.learn_report", fields, losses, run=run, source=of, seed=seed, seconds=cost)


def noise_of(given: str | None) -> Any:
    """A noise level, or the function of FILE.py:NAME, which is executed."""
    if given is None:
        return None
    if is_python_source(given):
        found = load_object(given)
        if not callable(found):
            raise InputError(
                f"--noise {given} is of type {type(found).__name__}, not a function of (step, weights, generator)"
            )
        return found
    try:
        return finite(float(given), "the noise level", 0)
    except ValueError:
        raise InputError(f"--noise takes a number of 0 or more, or FILE.py:NAME of a function, not {given!r}") from None


def print_result(
    fields: dict[str, Any], curve: Any, verbose: bool, asked: dict[str, Any] | None, interrupted: bool
) -> None:
    """As JSON, with what was asked and answered; or as text. Then the end of the command."""
    if asked is not None:
        print_json(fields | {name: values.tolist() for name, values in asked.items()})
        return finish(interrupted)
    if verbose:
        print_fields(f"{fields['learner']} with {fields['with']}", fields)
    else:
        print_learn_run(fields)
    if curve is not None:
        gap = fields.get("losses_left_out", 0)
        title = "loss by gradient step" + (f" ({gap:,} before the last one are not kept)" if gap else "")
        errors.print(text_curve(curve, title), markup=False, highlight=False)
    return finish(interrupted)


def write_outputs(result: LearnRun, predictor: Path | None, output: Path | None) -> dict[str, str]:
    """The files that were asked for, by what they are: the circuit of `predict` with what was learned, and the trained
    network as a folder."""
    found = {}
    if predictor is not None:
        memory = result.details.get("memory")
        if not isinstance(result.learner, Learner) or not memory:
            raise InputError(
                f"--predictor needs a learned memory, and {result.on} gives none for {describe_machine(result.learner)}"
            )
        formats.write(fixed_predictor(result.learner, memory), predictor)
        found["predictor"] = str(predictor)
    if output is not None:
        from turingrad.constructions.folder import save as save_folder

        if result.network is None:
            raise InputError(f"{result.on} trains no network that could be saved; choose a construction by --with")
        save_folder(result.network, output)
        found["output"] = str(output)
    return found


def network_in(source: str, on: str | None, output: Path | None = None) -> Any:
    """The network of a folder; None if the source is a learner. An output that exists is refused before all work."""
    if output is not None and output.exists():
        raise InputError(f"{output} exists already; name a new folder")
    if not is_network_folder(source):
        return None
    return subject_of(on, source)[0]


def summary(name: str, result: LearnRun, X: Signs, y: Signs, X_test: Signs, y_test: Signs, seed: int) -> dict[str, Any]:
    """The contract's fields, then the construction's own figures."""
    known = result.details.get("reference_predictions")
    if known is None:
        known = drive.learn(result.learner, X, y, X_test, seed=seed).predictions if result.on != REFERENCE else None
    expected = result.predictions if known is None else known
    # What was interrupted is judged by the answers that it gave.
    asked = result.predictions != 0 if result.details.get("interrupted") else np.ones(len(X_test), bool)
    agreement = share(result.predictions[asked] == expected[asked])
    own = {key: value for key, value in result.details.items() if key not in ("reference_predictions", "memories")}
    return {
        "learner": name,
        "with": result.on,
        "executor": result.executor,
        "train_size": len(X),
        "test_size": len(X_test),
        "sgd_steps": result.sgd_steps,
        **scores("test", result.predictions[asked], y_test[asked]),
        **scores("reference", expected[asked], y_test[asked]),
        "agreement_with_reference": agreement,
        "seconds": round(result.seconds, 4),
        **circuit_sizes(result.learner),
        **own,
    }


def scores(whose: str, predictions: Any, labels: Any) -> dict[str, float | None]:
    """The share of right answers, None without any; of predictions that are numbers the mean squared error."""
    if predictions.dtype.kind != "f":
        return {f"{whose}_accuracy": share(predictions == labels)}
    error = float(np.mean((predictions - labels) ** 2)) if len(labels) else None
    return {f"{whose}_accuracy": None, f"{whose}_mean_squared_error": error}


def asked_only(network: Any, result: LearnRun) -> dict[str, bool]:
    """Of a folder that was trained before: that it learned nothing now."""
    asked = network is not None and not result.sgd_steps and not result.details.get("interrupted")
    return {"trained_before": True} if asked else {}


def share(equal: Mask) -> float | None:
    """How many are equal, of all; None if there are none."""
    return float(np.mean(equal)) if len(equal) else None


def mlp_accuracy(
    result: LearnRun, X: Signs, y: Signs, X_test: Signs, y_test: Signs, seed: int, tell: Progress
) -> dict[str, float]:
    from turingrad.constructions.mlp import train_mlp

    if result.predictions.dtype.kind == "f":
        raise InputError("--compare mlp: a plain MLP learns labels -1 and +1, and these are numbers")
    parameters = int(result.details.get("parameters", 10_000))
    predictions = train_mlp(X, y, X_test, parameters=parameters, seed=seed, progress=tell)
    return {"mlp_accuracy": float(np.mean(predictions == y_test))}
