"""Which class of a source is the template (formats specification, 2.7)."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from gradewright.formats.template_source.findings import NotDeclarative, Refused, line_of
from gradewright.formats.template_source.names import VISIBLE


@dataclass(slots=True)
class Outline:
    """The top level of a source: its template classes from the first to the leaf, and what else there is.

    ``guessed`` says that a class may be one only because its base is computed or comes from elsewhere.
    """

    chain: list[ast.ClassDef]
    others: list[ast.stmt] = field(default_factory=list)
    lazy_annotations: bool = False
    guessed: bool = False

    @property
    def leaf(self) -> ast.ClassDef:
        """The class that is the template."""
        return self.chain[-1]


def outline(tree: ast.Module) -> Outline:
    """Find the template class.

    Raises:
        Refused: there is none, or more than one.
        NotDeclarative: there is code that may make one.
    """
    classes: dict[str, ast.ClassDef] = {}
    others: list[ast.stmt] = []
    bound: set[str] = set()
    lazy = guessed = False
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            kind = _kind(statement, classes, bound)
            if kind:
                classes[statement.name] = statement
                guessed = guessed or kind == "maybe"
            else:
                others.append(statement)
        elif not _harmless(statement):
            others.append(statement)
        lazy = lazy or _is_lazy(statement)
        bound |= bound_names(statement)
    return Outline(_chain(classes, others), others, lazy, guessed)


def _is_lazy(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.ImportFrom)
        and statement.module == "__future__"
        and any(alias.name == "annotations" for alias in statement.names)
    )


def _harmless(statement: ast.stmt) -> bool:
    """Return whether a statement at the top changes nothing about the template: imports, texts, ``pass``."""
    if isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass):
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _kind(node: ast.ClassDef, classes: dict[str, ast.ClassDef], bound: set[str]) -> str:
    """Return "is" for a template class, "maybe" where its base cannot be known from the text, "" for another class."""
    kinds = [_base_kind(base, classes, bound) for base in node.bases]
    return "is" if "is" in kinds else "maybe" if "maybe" in kinds else ""


def _base_kind(base: ast.expr, classes: dict[str, ast.ClassDef], bound: set[str]) -> str:
    match base:
        case ast.Name(id="BaseAnswer") | ast.Attribute(attr="BaseAnswer"):
            return "is"
        case ast.Name(id=name) if name in classes:
            return "is"
        case ast.Name(id=name) if name not in bound and name not in VISIBLE:
            raise Refused(line_of(base), f"The base class “{name}” is not defined.")
        case ast.Call():
            return "maybe"
    return ""


def _chain(classes: dict[str, ast.ClassDef], others: list[ast.stmt]) -> list[ast.ClassDef]:
    parents = {
        base.id for node in classes.values() for base in node.bases if isinstance(base, ast.Name) and base.id in classes
    }
    leaves = [node for name, node in classes.items() if name not in parents]
    if len(leaves) > 1:
        names = " and ".join(f"“{node.name}”" for node in leaves)
        raise Refused(line_of(leaves[1]), f"There has to be one template class; {names} are several.")
    if leaves:
        chain = [leaves[0]]
        while len(chain) <= len(classes):
            above = [classes[base.id] for base in chain[0].bases if isinstance(base, ast.Name) and base.id in classes]
            if not above:
                return chain
            if len(above) > 1 or len(chain[0].bases) > 1:
                raise NotDeclarative(line_of(chain[0]), "The template is derived from several classes.")
            chain.insert(0, above[0])
        return chain
    for statement in others:
        if any(isinstance(part, ast.Name) and part.id == "BaseAnswer" for part in ast.walk(statement)):
            raise NotDeclarative(line_of(statement), "The template class is made by code.")
    raise Refused(0, "There is no class derived from BaseAnswer.")


def bound_names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds where it stands."""
    names: set[str] = set()
    for part in ast.walk(statement):
        if isinstance(part, ast.alias):
            names.add((part.asname or part.name).partition(".")[0])
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(part.name)
    return names
