"""An editable install is one line that names a folder: nothing runs at every start, and every tool can read it."""

from pathlib import Path

from tests.installing import Environment, run


def test_it_is_one_line_and_no_import_hook(editable: Environment, working_copy: Path) -> None:
    about, line = sorted(path.name for path in editable.packages.iterdir() if path.name != "lent.pth")[::-1]
    assert about.startswith("tilehall-") and about.endswith(".dist-info")
    assert line.endswith(".pth")
    assert (editable.packages / line).read_text(encoding="utf-8").split() == [str(working_copy / "src")]


def test_a_new_file_is_there_at_once(editable: Environment, working_copy: Path, tmp_path: Path) -> None:
    new = working_copy / "engine" if (working_copy / "engine").is_dir() else working_copy / "src/tilehall/engine"
    (new / "novelty.py").write_text("WORD = 'here'\n", encoding="utf-8")
    code = "from tilehall.engine import novelty; print(novelty.WORD)"
    try:
        assert run(editable.python, "-c", code, cwd=tmp_path) == "here\n"
    finally:
        (new / "novelty.py").unlink()
