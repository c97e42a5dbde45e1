"""Set-up of the page tests: a browser from Debian's packages where there is none and this runs as root, and axe-core
(an accessibility checker) from the npm registry. What cannot be had is said in one line; the other tests still run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tests.view.browser import AXE, find_browser

AXE_VERSION = "4.10.3"


def install_browser() -> None:
    if find_browser() is not None:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print("no browser found (chromium, chrome, TURINGRAD_BROWSER): the page tests will be skipped")
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]):
        if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            print(f"`{' '.join(command)}` failed: without a browser the page tests will be skipped")
            return


def fetch_axe() -> None:
    if AXE.is_file():
        return
    folder = AXE.parents[1]
    folder.mkdir(exist_ok=True)
    npm = shutil.which("npm")
    if npm is not None:
        command = [npm, "pack", f"axe-core@{AXE_VERSION}", "--silent"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        packed = Path(folder) / f"axe-core-{AXE_VERSION}.tgz"
        if done.returncode == 0 and packed.is_file():
            with tarfile.open(packed) as archive:
                archive.extract("package/axe.min.js", folder, filter="data")
            return
    print("axe-core cannot be had (npm, registry): the accessibility test will be skipped")


if __name__ == "__main__":
    install_browser()
    fetch_axe()
    sys.exit(0)
