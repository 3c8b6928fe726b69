"""Karenina checkpoints: JSON-LD files with a benchmark, its questions, templates and rubrics.

Reading runs nothing and loses nothing: what a file says beyond the model stays with the values as residue, and writing
lays the values over it again. So a file that was only opened and saved comes out as it was, with these exceptions, each
of which the format needs or forbids: a missing or non-object ``@context`` becomes the usual one, missing dates and
template names are filled in, a byte-order mark and other encodings than UTF-8 go, and secrets in model overrides are
left out. Karenina's own save also strips deep-judgment settings, moves keywords and prefixes trait types; here such
things change only where somebody edits them.
"""

from gradewright.formats.karenina_jsonld.checkpoint import (
    Checkpoint,
    read_checkpoint,
    save_checkpoint,
    write_checkpoint,
)
from gradewright.formats.karenina_jsonld.secrets import Secret

__all__ = ["Checkpoint", "Secret", "read_checkpoint", "save_checkpoint", "write_checkpoint"]
