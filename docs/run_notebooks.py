"""Run the notebooks and store them with their outputs: `python docs/run_notebooks.py` (needs the extra `docs`).

What differs from run to run (times, numbers of cells' messages, widgets) is left out, so that a second run changes
nothing that did not change.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent / "notebooks"


def run_notebook(path: Path) -> None:
    """Execute one notebook in a new folder, and write it back with its outputs."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as place:
        NotebookClient(notebook, timeout=600, record_timing=False, resources={"metadata": {"path": place}}).execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.ipynb")):
        print(each.name)
        run_notebook(each)
