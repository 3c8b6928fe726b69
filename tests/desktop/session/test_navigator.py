"""Walking through places, back and forward."""

from __future__ import annotations

from gradewright_desktop.navigator import HISTORY_LENGTH, Navigator, Place


def test_back_and_forward_walk_places() -> None:
    navigator = Navigator()
    first, second = Place("build", "benchmark", 1), Place("build", "question", 1, 2)
    navigator.go(first)
    navigator.go(second)
    navigator.back()
    assert navigator.current == first
    assert navigator.can_go_forward
    navigator.forward()
    assert navigator.current == second
    assert not navigator.can_go_forward


def test_going_on_from_the_past_forgets_the_future() -> None:
    navigator = Navigator()
    navigator.go(Place("build", "benchmark", 1))
    navigator.go(Place("build", "benchmark", 2))
    navigator.back()
    navigator.go(Place("build", "benchmark", 3))
    assert not navigator.can_go_forward
    navigator.back()
    assert navigator.current.benchmark_id == 1


def test_refining_makes_no_step_and_staying_tells_nothing() -> None:
    navigator, told = Navigator(), []
    place = Place("build", "question", 1, 2)
    navigator.go(place)
    navigator.moved.connect(told.append)
    navigator.refine(place.at(tab="template"))
    navigator.go(place.at(tab="template"))
    assert told == [place.at(tab="template")]
    navigator.back()
    assert navigator.current.kind == "welcome"


def test_the_latest_place_of_a_workspace_is_found() -> None:
    navigator = Navigator()
    navigator.go(Place("build", "question", 1, 2))
    navigator.go(Place("results", "run", 1, run_id=3))
    assert navigator.last_in("build") == Place("build", "question", 1, 2)
    assert navigator.last_in("rate") is None


def test_the_history_is_bounded() -> None:
    navigator = Navigator()
    for number in range(3 * HISTORY_LENGTH):
        navigator.go(Place("build", "benchmark", number))
    steps = 0
    while navigator.can_go_back:
        navigator.back()
        steps += 1
    assert steps == HISTORY_LENGTH - 1
