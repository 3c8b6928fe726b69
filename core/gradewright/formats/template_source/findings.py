"""What can stop the reading of template source: code where a value should stand, or what Karenina refuses."""

from __future__ import annotations

import ast

from gradewright.model.template import SourceProblem


class NotDeclarative(Exception):
    """The source computes something: it is a program, and stays one."""

    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.problem = SourceProblem(line, message)


class Refused(Exception):
    """The source defines no template that works: Karenina would fail on it too."""

    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.problem = SourceProblem(line, message)


def line_of(node: ast.AST) -> int:
    """Return the line of a node, counting from 1; 0 where it has none."""
    return getattr(node, "lineno", 0)
