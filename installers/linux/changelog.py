"""The Debian changelog, from the release notes in the metainfo file: they are written once."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from textwrap import fill
from xml.etree import ElementTree


def debian_changelog(metainfo: Path, maintainer: str) -> str:
    releases = ElementTree.parse(metainfo).getroot().iterfind("releases/release")
    return "\n".join(_entry(release, maintainer) for release in releases)


def _entry(release: ElementTree.Element, maintainer: str) -> str:
    day = datetime.fromisoformat(release.attrib["date"]).replace(hour=12, tzinfo=UTC)
    changes = "\n".join(_change("".join(item.itertext())) for item in release.iter("li"))
    return (
        f"gradewright ({release.attrib['version']}) unstable; urgency=medium\n\n"
        f"{changes}\n\n -- {maintainer}  {format_datetime(day)}\n"
    )


def _change(text: str) -> str:
    return fill(" ".join(text.split()), width=79, initial_indent="  * ", subsequent_indent="    ")
