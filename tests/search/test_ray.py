"""The same work units as Ray tasks: on a new cluster here, and on two nodes of which one dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.search import Board, CensusSettings, Outcome, Settings, TaskProblems, search, take_census

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
SMALL = Settings(states=2, budget=16_000, units=8, unit_machines=1_000, instances=60, library="none")


def search_on_ray(settings: Settings = SMALL, **options: object) -> Outcome:
    return search(TaskProblems(tasks.get("dictator"), 3, 5), settings, **options)  # type: ignore[arg-type]


def key(outcome: Outcome) -> list[tuple[int, ...]]:
    return [incumbent.table for incumbent in outcome.incumbents]


@pytest.fixture
def two_nodes() -> Iterator[object]:
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.mark.slow
def test_ray_finds_what_the_local_engine_finds() -> None:
    assert key(search_on_ray(engine="ray", workers=2)) == key(search_on_ray())


@pytest.mark.slow
@pytest.mark.usefixtures("two_nodes")
def test_a_census_on_two_nodes_is_the_census_here(tmp_path: Path) -> None:
    """Units go to any node; the count and the checksum are those of one process, and the file is continued by it."""
    asked = CensusSettings("conjunction-2", states=1, dim=2, train=2, below=1.0, units=6)
    here = take_census(asked)
    there = take_census(asked, engine="ray", progress_file=tmp_path / "census.sqlite")
    again = take_census(asked, progress_file=tmp_path / "census.sqlite")
    assert here.complete
    for one in (there, again):
        assert (one.checksum, one.figures, one.scores, one.found) == (
            here.checksum,
            here.figures,
            here.scores,
            here.found,
        )


@pytest.mark.slow
def test_ray_is_left_as_it_was_found() -> None:
    import ray

    search_on_ray(Settings(**{**SMALL.__dict__, "budget": 1_000}), engine="ray", workers=1)
    assert not ray.is_initialized()


@pytest.mark.slow
def test_a_node_that_dies_in_the_middle_changes_nothing(two_nodes: object) -> None:
    killed = []

    def kill_the_second_node(board: Board) -> None:
        if not killed and board.machines >= 4_000:  # in the middle of the first round
            two_nodes.remove_node(two_nodes.second, allow_graceful=False)  # type: ignore[attr-defined]
            killed.append(board.round)

    outcome = search_on_ray(engine="ray", watch=kill_the_second_node)
    assert killed == [0]
    assert outcome.machines == 16_000
    assert key(outcome) == key(search_on_ray())


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_an_unreachable_address_is_one_clear_line(address: str) -> None:
    with pytest.raises(InputError, match="cannot reach a Ray cluster at") as raised:
        search_on_ray(engine="ray", address=address)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("address", ["nowhere", "host:port", "host:99999"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="is not host:port"):
        search_on_ray(engine="ray", address=address)


def test_an_address_is_for_ray_only() -> None:
    with pytest.raises(InputError, match="the engine is 'local'"):
        search_on_ray(engine="local", address="host:1")


@pytest.mark.slow
def test_ray_says_nothing_on_standard_output(tmp_path: Path) -> None:
    """With --json there is nothing but JSON on standard output, whatever Ray's own processes print."""
    arguments = ["search", "--task", "dictator", "--dim", "2", "--train", "2", "--states", "1", "--budget", "200"]
    more = ["--engine", "ray", "--workers", "1", "--no-network", "-o", str(tmp_path / "result.json"), "--json"]
    code = "import sys; from turingrad.cli import main; sys.exit(main())"
    result = subprocess.run([sys.executable, "-c", code, *arguments, *more], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["machines_tried"] > 0
