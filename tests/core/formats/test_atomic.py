"""Files are replaced whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradewright.errors import WriteFailed
from gradewright.formats.atomic import atomic_write


def test_writes_text_bytes_and_pieces(tmp_path: Path) -> None:
    assert atomic_write(tmp_path / "a", "é") == 2
    assert atomic_write(tmp_path / "b", b"12") == 2
    assert atomic_write(tmp_path / "c", iter([b"1", b"23"])) == 3
    assert (tmp_path / "a").read_bytes() == "é".encode()
    assert (tmp_path / "c").read_bytes() == b"123"


def test_a_failure_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "kept.jsonld"
    target.write_text("old")

    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        atomic_write(target, pieces())
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(os.name == "nt", reason="permissions are another matter there")
def test_keeps_permissions_and_follows_links(tmp_path: Path) -> None:
    target = tmp_path / "real"
    target.write_text("old")
    target.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(target)

    atomic_write(link, "new")

    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name == "nt", reason="there is no umask")
def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    atomic_write(tmp_path / "new", "x")
    (tmp_path / "plain").write_text("x")

    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_says_what_is_wrong_with_the_place(tmp_path: Path) -> None:
    with pytest.raises(WriteFailed, match="folder does not exist") as missing:
        atomic_write(tmp_path / "no" / "file", "x")
    assert "Nothing was changed" in str(missing.value)
    with pytest.raises(WriteFailed, match="is a folder"):
        atomic_write(tmp_path, "x")
    with pytest.raises(WriteFailed, match="too long"):
        atomic_write(tmp_path / ("n" * 300), "x")
