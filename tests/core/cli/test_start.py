"""Starting is cheap: the help and a bad option are answered without loading the database or the models."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["gradewright", "gradewright.cli.program"])
def test_nothing_heavy_is_loaded_before_it_is_needed(module: str) -> None:
    code = f"import sys, {module}; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    assert loaded & {"sqlalchemy", "pydantic", "dateutil", "PySide6", "sqlite3"} == set()


def test_the_names_of_the_package_are_found_when_they_are_used() -> None:
    import gradewright

    for name in gradewright.__all__:
        assert getattr(gradewright, name)
    assert set(gradewright.__all__) == set(dir(gradewright))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gradewright.nothing  # noqa: B018
