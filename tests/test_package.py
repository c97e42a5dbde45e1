"""The wheel holds all that it needs: built, installed into an environment of its own, and run."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.mark.slow
def test_wheel_and_sdist_are_built_with_the_package_data(distributions: Path) -> None:
    [wheel] = distributions.glob("*.whl")
    assert len(list(distributions.glob("*.tar.gz"))) == 1
    names = zipfile.ZipFile(wheel).namelist()
    assert "turingrad/py.typed" in names
    assert {"turingrad/machine/schema.json", "turingrad/machine/tape/schema.json"} <= set(names)
    assert {"turingrad/view/page/main.js", "turingrad/view/page/base.css"} <= set(names)
    assert any(name.endswith(".tg") for name in names)
    examples = {f"turingrad/example_files/{path.name}" for path in (ROOT / "examples").iterdir() if path.is_file()}
    assert examples <= set(names)
    [sdist] = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        assert {"CONTRIBUTING.md", "README.md"} <= {name.partition("/")[2] for name in archive.getnames()}
    assert not any(name.startswith("tests") for name in names)


@pytest.mark.slow
def test_the_wheel_runs_a_machine_in_a_clean_environment(distributions: Path, tmp_path: Path) -> None:
    [wheel] = distributions.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "clean")], check=True)
    programs = tmp_path / "clean" / "bin"
    install = [programs / "python", "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel]
    subprocess.run(install, check=True)
    command = [programs / "turingrad", "run", "busy-beaver-4", "--json"]
    result = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    found = json.loads(result.stdout)
    assert (found["steps"], found["halted"], found["tape"].count("1")) == (107, True, 13)
