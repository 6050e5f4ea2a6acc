"""Graphs in parts: what leads to each other belongs together, and what is led to comes first."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def levels(following: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """The nodes of a graph in levels: each leads to lower levels, and in its own only to what leads back.

    Args:
        following: where each node leads; every node that is led to is a key too.
    """
    level_of: dict[Node, int] = {}
    found: list[list[Node]] = []
    for component in _components(following):
        below = [level_of[after] for node in component for after in following[node] if after in level_of]
        level = max(below, default=-1) + 1
        level_of.update(dict.fromkeys(component, level))
        if level == len(found):
            found.append([])
        found[level] += component
    return found


def _components(following: Mapping[Node, Sequence[Node]]) -> list[list[Node]]:
    """The strongly connected components, those that are led to first (Tarjan 1972, without recursion)."""
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    components: list[list[Node]] = []
    for root in following:
        if root in number:
            continue
        path = [(root, iter(following[root]))]
        number[root] = lowest[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, rest = path[-1]
            after = next(rest, None)
            if after is None:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == number[node]:
                    components.append(_popped(stack, on_stack, node))
            elif after not in number:
                number[after] = lowest[after] = len(number)
                stack.append(after)
                on_stack.add(after)
                path.append((after, iter(following[after])))
            elif after in on_stack:
                lowest[node] = min(lowest[node], number[after])
    return components


def _popped(stack: list[Node], on_stack: set[Node], last: Node) -> list[Node]:
    popped: list[Node] = []
    while not popped or popped[-1] != last:
        popped.append(stack.pop())
        on_stack.discard(popped[-1])
    return popped
