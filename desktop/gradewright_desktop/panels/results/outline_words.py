"""What is said about a run as a whole: under its name, over its table, and when it was interrupted."""

from __future__ import annotations

from gradewright.model.run import RunState
from gradewright.store.rows import RunRow
from gradewright_desktop.panels.results.filters import is_empty
from gradewright_desktop.panels.results.source import Outline
from gradewright_desktop.panels.results.words import count_text, tr


def subtitle(outline: Outline) -> str:
    """Return what a run is about: "Discharge medication, 24 answers, 2 models"."""
    run = outline.run
    parts = [run.benchmark_name, answers_text(run.planned_answers)]
    if len(outline.models) > 1:
        parts.append(tr("{count} models").format(count=count_text(len(outline.models))))
    elif outline.models:
        parts.append(outline.models[0])
    return ", ".join(parts)


def answers_text(count: int) -> str:
    """Return a number of answers in words."""
    return tr("1 answer") if count == 1 else tr("{count} answers").format(count=count_text(count))


def fitting(outline: Outline) -> str:
    """Return how many answers are shown: all, those that fit the filter, or those that a going run has come to."""
    run, shown = outline.run, len(outline.ids)
    if not is_empty(outline.wanted):
        return tr("{shown} of {count}").format(shown=count_text(shown), count=answers_text(run.answers.total))
    waiting = run.planned_answers - run.answers.total
    if run.state is RunState.GOING and waiting > 0:
        return tr("{shown} of {count}, {waiting} waiting").format(
            shown=count_text(shown), count=count_text(run.planned_answers), waiting=count_text(waiting)
        )
    return answers_text(shown)


def interrupted_words(run: RunRow) -> tuple[str, str]:
    """Return what to say of an interrupted run: what happened, and what is safe."""
    happened = tr("Run {number} was interrupted when the program ended.").format(number=count_text(run.number))
    kept = tr("{done} of {planned} cells are kept. Resume asks only for what is missing.").format(
        done=count_text(run.cells.total), planned=count_text(run.planned_cells)
    )
    return happened, kept
