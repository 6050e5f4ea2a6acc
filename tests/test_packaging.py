"""The package as it is built, locked and put into an image."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorekeeper import __version__
from tests.support import HOST, REPOSITORY, LiveServer, clean_environment, free_port, http, running

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
LOCKS = ("requirements.lock", "requirements-dev.lock")


def locked(lock: str) -> dict[str, tuple[str, ...]]:
    """The packages of a lock file, each with its version, or with those for several Pythons."""
    text = (REPOSITORY / lock).read_text()
    lines = re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE)
    return {name: tuple(version for other, version in lines if other == name) for name, _ in lines}


def requirements_of_running() -> list[Requirement]:
    project = PROJECT["project"]
    return [
        Requirement(line) for line in project["dependencies"] + project["optional-dependencies"]["postgres"]
    ]


def requirements_of_testing() -> list[Requirement]:
    return requirements_of_running() + [Requirement(line) for line in PROJECT["dependency-groups"]["dev"]]


@pytest.mark.parametrize(
    ("lock", "requirements"),
    [
        ("requirements.lock", requirements_of_running()),
        ("requirements-dev.lock", requirements_of_testing()),
    ],
)
def test_the_lock_holds_what_the_project_requires(lock: str, requirements: list[Requirement]) -> None:
    versions = locked(lock)
    for requirement in requirements:
        for version in versions[canonicalize_name(requirement.name)]:
            assert requirement.specifier.contains(version), f"{requirement} is {version}: run .ci/lock"


def test_tests_run_with_the_versions_that_serve() -> None:
    assert locked("requirements.lock").items() <= locked("requirements-dev.lock").items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_hashes_and_no_address(lock: str) -> None:
    text = (REPOSITORY / lock).read_text()
    packages = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(packages) == sum(map(len, locked(lock).values())) > 10
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


def test_the_linter_s_lock_has_hashes_and_no_address() -> None:
    text = (REPOSITORY / ".ci" / "openapi-lint" / "package-lock.json").read_text()
    packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
    assert packages
    assert all("integrity" in entry for entry in packages.values())
    assert "://" not in text


def test_the_rules_import_the_standard_library_alone() -> None:
    imported = set()
    for module in (REPOSITORY / "scorekeeper" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{module.name} imports by a relative name"
                imported.add(str(node.module))
    assert imported
    others = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert {name for name in others if not name.startswith("scorekeeper.rules")} == set()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built without a network: the build backend is one of the locked packages."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(REPOSITORY)], check=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel in it and nothing of the repository; the command's path.

    It borrows this environment's other packages, so that nothing is fetched.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install"]
    subprocess.run(
        [*pip, "--quiet", "--no-deps", "--no-index", "--no-warn-script-location", str(wheel)],
        check=True,
        timeout=120,
    )
    lib = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (lib / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return folder / "bin" / "scorekeeper"


def test_the_wheel_s_version_is_the_package_s(wheel: Path) -> None:
    assert wheel.name == f"scorekeeper-{__version__}-py3-none-any.whl"


def test_an_installed_wheel_serves_outside_the_repository(
    installed: Path, tmp_path: Path, database_file: Path
) -> None:
    with free_port() as port:
        command = [str(installed), "serve", "--bind", f"{HOST}:{port}", "--database", str(database_file)]
        with running(command, port, database_file, {}, folder=tmp_path) as server:
            docs = http.get(f"{server.url}/docs", follow_redirects=True)
            assert docs.status_code == 200
            for file in re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js))"', docs.text):
                assert http.get(f"{server.url}{file}").status_code == 200


def test_an_installed_wheel_has_its_documents(installed: Path, tmp_path: Path) -> None:
    told = subprocess.run(
        [str(installed), "openapi"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout == (REPOSITORY / "openapi" / "openapi.json").read_text()


def health_check() -> list[str]:
    dockerfile = (REPOSITORY / "Dockerfile").read_text()
    (command,) = re.findall(r"^HEALTHCHECK .* CMD (\[.*\])$", dockerfile, re.MULTILINE)
    return [sys.executable, *json.loads(command)[1:]]


def test_the_image_s_health_check_tells_a_server_that_is_ready(live_server: LiveServer) -> None:
    there = [part.replace("8000", str(live_server.port)) for part in health_check()]
    assert subprocess.run(there, check=False, timeout=60).returncode == 0
    with free_port() as port:
        away = [part.replace("8000", str(port)) for part in health_check()]
        assert subprocess.run(away, check=False, timeout=60, stderr=subprocess.DEVNULL).returncode == 1


def test_what_the_image_copies_is_let_into_the_build() -> None:
    copied = [
        source
        for line in (REPOSITORY / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for source in shlex.split(line)[1:-1]
    ]
    let_in = (REPOSITORY / ".dockerignore").read_text().splitlines()
    assert copied
    for source in copied:
        assert (REPOSITORY / source).exists()
        assert f"!{source}" in let_in
