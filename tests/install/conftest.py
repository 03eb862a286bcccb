"""What is built and installed once for all tests here."""

from pathlib import Path

import pytest

from tests.installing import PIP, Environment, build_wheel, copy_sources, fresh, lend, lent_setuptools, run


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("wheel")
    return build_wheel(copy_sources(base / "source"), base / "built")


@pytest.fixture(scope="session")
def from_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A fresh environment with the wheel in it."""
    environment = fresh(tmp_path_factory.mktemp("from-wheel"))
    run(*PIP, "--python", environment.python, "install", "--no-deps", "--no-index", wheel, cwd=wheel.parent)
    lend(environment)
    return environment


@pytest.fixture(scope="session")
def working_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, as somebody has them who works on them."""
    return copy_sources(tmp_path_factory.mktemp("working") / "copy")


@pytest.fixture(scope="session")
def editable(working_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A fresh environment with an editable install of the working copy in it."""
    base = tmp_path_factory.mktemp("editable")
    environment, tools = fresh(base / "environment"), lent_setuptools(base / "tools")
    words = ("install", "--no-deps", "--no-index", "--no-build-isolation", "--editable", working_copy)
    run(*PIP, "--python", environment.python, *words, cwd=base, PYTHONPATH=str(tools))
    lend(environment)
    return environment


@pytest.fixture(params=["from_wheel", "editable"])
def installed(request: pytest.FixtureRequest) -> Environment:
    """One way to install after the other."""
    environment: Environment = request.getfixturevalue(request.param)
    return environment
