"""Graphs in levels: what is led to comes first, and what leads back stays together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.odds.components import levels


def test_what_is_led_to_comes_first() -> None:
    assert levels({"a": ["b", "c"], "b": ["c"], "c": []}) == [["c"], ["b"], ["a"]]


def test_what_leads_back_stays_together() -> None:
    found = levels({"a": ["b"], "b": ["a", "c"], "c": ["c"], "d": ["c"]})
    assert [sorted(level) for level in found] == [["c"], ["a", "b", "d"]]


@given(st.lists(st.lists(st.integers(0, 7), max_size=4), min_size=8, max_size=8))
def test_nothing_leads_up_and_within_a_level_only_what_leads_back(edges: list[list[int]]) -> None:
    graph = dict(enumerate(edges))
    found = levels(graph)
    assert sorted(node for level in found for node in level) == list(range(8))
    level_of = {node: number for number, level in enumerate(found) for node in level}
    for node, following in graph.items():
        for after in following:
            assert level_of[after] <= level_of[node]
            if level_of[after] == level_of[node]:
                assert node in _reached(graph, after)


def _reached(graph: dict[int, list[int]], start: int) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        waiting += [after for after in graph[waiting.pop()] if after not in reached]
        reached.update(waiting)
    return reached
