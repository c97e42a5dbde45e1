"""compile_learner: a class with update or fit, and predict, as a program; samples and queries are its input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from turingrad.python.programs.compiler import CompiledFunction, PythonRun, compile_function
from turingrad.python.programs.refusals import PythonProgramError
from turingrad.python.programs.styles import predicts_all_rows
from turingrad.python.programs.texts import keep_text

STYLES = {
    "update": """
def learn(X, y, queries):
    model = MAKE(GIVEN)
    for x, label in zip(X, y):
        model.update(x, label)
    return [model.predict(x) for x in queries]
""",
    "fit": """
def learn(X, y, queries):
    model = MAKE(GIVEN)
    model.fit(X, y)
    return [model.predict(x) for x in queries]
""",
    "fit whole": """
def learn(X, y, queries):
    model = MAKE(GIVEN)
    model.fit(X, y)
    return list(model.predict(queries))
""",
    "object update": """
def learn(X, y, queries):
    model = MAKE
    for x, label in zip(X, y):
        model.update(x, label)
    return [model.predict(x) for x in queries]
""",
    "object fit": """
def learn(X, y, queries):
    model = MAKE
    model.fit(X, y)
    return [model.predict(x) for x in queries]
""",
    "object fit whole": """
def learn(X, y, queries):
    model = MAKE
    model.fit(X, y)
    return list(model.predict(queries))
""",
}


@dataclass(frozen=True)
class CompiledLearner:
    """A learner as a program with its samples and queries as input."""

    function: CompiledFunction
    style: str
    samples: int
    queries: int
    checked: PythonRun | None = field(repr=False, default=None)

    @property
    def program(self) -> Any:
        return self.function.program

    def run(self, **options: Any) -> list[Any]:
        """The predictions."""
        done = self.function.run(**options)
        if done.failure is not None:
            raise PythonProgramError(f"{done.failure}, at step {done.steps:,}")
        return list(done.value)


def driver(style: str, learner: Any, arguments: tuple[Any, ...]) -> Any:
    """The function that trains and asks a learner of a style; class and arguments are its globals."""
    given = [f"GIVEN_{index}" for index in range(len(arguments))]
    text = STYLES[style].lstrip().replace("GIVEN", ", ".join(given))
    path = f"<learner {style} {len(arguments)}>"
    keep_text(path, text)
    namespace: dict[str, Any] = {"MAKE": learner, **dict(zip(given, arguments, strict=True))}
    exec(compile(text, path, "exec"), namespace)
    return namespace["learn"]


def plain(values: Any) -> Any:
    """Lists and Python numbers, also from arrays."""
    if hasattr(values, "tolist"):
        return values.tolist()
    if isinstance(values, list | tuple):
        found = [plain(each) for each in values]
        if all(a is b for a, b in zip(found, values, strict=True)):
            return values
        return getattr(type(values), "_make", type(values))(found)
    return values


def compile_learner(
    learner: Any,
    X: Sequence[Any],
    y: Sequence[Any],
    queries: Sequence[Any],
    *arguments: Any,
    whole: bool | None = None,
    **options: Any,
) -> CompiledLearner:
    """A class or object with `update` and `predict`, or `fit` and `predict`, as a program.

    Args:
        learner: the class (called with `arguments`) or an object.
        X, y: samples and labels: ints, floats, texts, tuples; arrays become lists.
        queries: what is predicted after training.
        whole: whether the `predict` of a class with `fit` takes all queries at once, as in scikit-learn; by default
            the plain object decides (`styles.py`).
        options: those of `compile_function`.
    """
    is_class = isinstance(learner, type)
    kind = "update" if hasattr(learner, "update") else "fit" if hasattr(learner, "fit") else ""
    if not kind or not hasattr(learner, "predict"):
        raise PythonProgramError("a learner has predict, and update or fit; add the missing method")
    samples = (plain(X), plain(y), plain(queries))
    prefix = "" if is_class else "object "
    if kind == "fit" and whole is None:
        whole = predicts_all_rows(learner, samples, arguments)
    style = f"{prefix}fit whole" if kind == "fit" and whole else f"{prefix}{kind}"
    settings = {"DROP_PRINT": 1, **options}
    compiled = compile_function(driver(style, learner, arguments), *samples, **settings)
    return CompiledLearner(compiled, style, len(samples[1]), len(samples[2]))
