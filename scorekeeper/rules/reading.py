"""Reading house rules that somebody sent: laid over a preset or a saved set, judged, and filled in.

What was sent is laid over a base (the preset or saved set that it names, else the defaults) into one flat
sheet from path (`turn.rolls`) to value. A value that is wrong, or that stands on a base nobody can find, is
`_UNKNOWN` there, and a combination is judged only where all of its values are known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import FIELDS, GROUPS, RuleField, Ruleset
from scorekeeper.rules.ruleset_problems import (
    COMBINATIONS,
    RULESET_CODES,
    RulesetProblem,
    RulesetRefused,
)

__all__ = ["RULESET_CODES", "RulesetProblem", "RulesetRefused", "read_ruleset"]

_UNKNOWN: Any = object()
_DEFAULTS = Ruleset()
_PRESET_RULESETS = {name: preset.ruleset for name, preset in PRESETS.items()}
_REPLACED_WHOLE = ("goal", "stakes")
_BY_GROUP: Mapping[str, Mapping[str, RuleField]] = {
    group: {f.name: f for f in FIELDS if f.group == group} for group in GROUPS
}
_GOAL_FIELDS = tuple((f, f.by_goal) for f in FIELDS if f.by_goal is not None)
_PATHS: Mapping[str, tuple[str, ...]] = {
    group: tuple(f.path for f in _BY_GROUP[group].values()) for group in GROUPS
}
_ALL_UNKNOWN = dict.fromkeys((*(f.path for f in FIELDS), "stakes"), _UNKNOWN)


@dataclass(slots=True)
class _Sheet:
    """What is known so far: the value at each path, the paths that were sent, and what is wrong."""

    values: dict[str, Any]
    sent: set[str] = field(default_factory=set)
    problems: list[RulesetProblem] = field(default_factory=list)

    def refuse(self, pointer: str, code: str, detail: str) -> None:
        self.problems.append(RulesetProblem(pointer, code, detail))


def read_ruleset(raw: object, saved: Mapping[str, Ruleset] | None = None) -> Ruleset:
    """Read house rules from JSON values: `{"preset": "chips", "round": {"tie": "carry"}}`.

    The fields are laid one by one over the preset, or over the set that `{"saved": name}` names in `saved`;
    over the defaults where neither is named. `goal` and `stakes` are replaced whole, a goal without a kind is
    the default one, and `"stakes": null` takes the stakes away.

    Raises RulesetRefused with every reason at once.
    """
    if not isinstance(raw, dict):
        detail = f"House rules must be an object with named fields; {_shown(raw)} was sent."
        raise RulesetRefused((RulesetProblem("", "not-an-object", detail),))
    sheet = _Sheet({})
    base = _find_base(sheet, raw, saved or {})
    sheet.values = _values_of(base) if base else dict(_ALL_UNKNOWN)
    for name, value in raw.items():
        if name in GROUPS:
            _read_group(sheet, name, value)
        elif name not in ("preset", "saved"):
            _refuse_unknown(sheet, "", name, ("preset", "saved", *GROUPS))
    _judge_combinations(sheet)
    if sheet.problems:
        raise RulesetRefused(tuple(sheet.problems))
    return _build(sheet.values)


def _find_base(sheet: _Sheet, raw: dict[Any, Any], saved: Mapping[str, Ruleset]) -> Ruleset | None:
    """The ruleset that the fields are laid over; None, and a problem, where it cannot be told."""
    if "preset" in raw and "saved" in raw:
        sheet.refuse(
            "/saved", "preset-and-saved", "Start from a preset or from saved house rules, not from both."
        )
        return None
    if "preset" in raw:
        return _look_up(sheet, "preset", raw["preset"], _PRESET_RULESETS)
    if "saved" in raw:
        return _look_up(sheet, "saved", raw["saved"], saved)
    return _DEFAULTS


def _look_up(sheet: _Sheet, key: str, name: object, known: Mapping[str, Ruleset]) -> Ruleset | None:
    """The preset or saved ruleset of that name."""
    what = "preset" if key == "preset" else "set of saved house rules"
    if not isinstance(name, str):
        sheet.refuse(f"/{key}", "wrong-type", f"A {what} is named by a text; {_shown(name)} was sent.")
        return None
    if name not in known:
        code = "unknown-preset" if key == "preset" else "unknown-saved-ruleset"
        names = f" Choose from {_one_of(tuple(known))}." if key == "preset" else ""
        sheet.refuse(f"/{key}", code, f"There is no {what} named {_shown(name)}.{names}")
        return None
    return known[name]


def _read_group(sheet: _Sheet, group: str, raw: object) -> None:
    """Lay one part of what was sent over the sheet."""
    sheet.sent.add(group)
    members = _BY_GROUP[group]
    if not isinstance(raw, dict):
        _read_no_object(sheet, group, raw)
        return
    if group in _REPLACED_WHOLE:
        sheet.values.update({f.path: f.default for f in members.values()})
    if group == "stakes":
        sheet.values["stakes"] = True
    for name, value in raw.items():
        if name in members:
            _read_field(sheet, members[name], value)
        else:
            _refuse_unknown(sheet, group, name, tuple(members))
    if group == "goal":
        _settle_goal(sheet)


def _read_no_object(sheet: _Sheet, group: str, raw: object) -> None:
    """A part that is no object: null takes the stakes away, all else leaves the part unknown."""
    paths = _PATHS[group]
    if group == "stakes" and raw is None:
        sheet.values.update(dict.fromkeys(paths), stakes=False)
        return
    sheet.values.update(dict.fromkeys((*paths, "stakes") if group == "stakes" else paths, _UNKNOWN))
    names = ", ".join(_BY_GROUP[group])
    detail = f"{group} must be an object with named fields ({names}); {_shown(raw)} was sent."
    sheet.refuse(f"/{group}", "not-an-object", detail)


def _read_field(sheet: _Sheet, rule: RuleField, value: Any) -> None:
    """Judge one value and put it on the sheet."""
    wrong = _what_is_wrong(rule, value)
    sheet.sent.add(rule.path)
    sheet.values[rule.path] = _UNKNOWN if wrong else value
    if wrong:
        sheet.refuse(f"/{rule.group}/{rule.name}", wrong, _ask_for(rule, value))


def _what_is_wrong(rule: RuleField, value: Any) -> str | None:
    """The code of what is wrong with a value on its own. `True` and `3.0` are no whole numbers."""
    if value is None and rule.nullable:
        return None
    if rule.choices:
        if not isinstance(value, str):
            return "wrong-type"
        return None if value in rule.choices else "not-a-choice"
    if not isinstance(value, int) or isinstance(value, bool):
        return "wrong-type"
    return None if rule.low <= value <= rule.high else "out-of-range"


def _ask_for(rule: RuleField, value: object) -> str:
    """The sentence that says what a field takes, and what it was given."""
    if rule.choices:
        wanted = _one_of(rule.choices)
    else:
        wanted = f"a whole number from {rule.low:,} to {rule.high:,}" + (", or null" if rule.nullable else "")
    return f"{rule.label} ({rule.path}) must be {wanted}; {_shown(value)} was sent."


def _settle_goal(sheet: _Sheet) -> None:
    """Give a goal the defaults of its kind, and refuse the fields of other kinds."""
    kind = sheet.values["goal.kind"]
    for rule, by_goal in _GOAL_FIELDS:
        if rule.path not in sheet.sent:
            sheet.values[rule.path] = _UNKNOWN if kind is _UNKNOWN else by_goal.get(kind)
        elif kind is not _UNKNOWN and kind not in by_goal:
            code = f"{rule.name}-not-for-goal"
            detail = f"The goal {kind} has no use for {rule.path}. {RULESET_CODES[code].sentence}"
            sheet.refuse(f"/goal/{rule.name}", code, detail)


def _judge_combinations(sheet: _Sheet) -> None:
    """Name every combination that makes no sense, as far as its values are known."""
    for combo in COMBINATIONS:
        values = [sheet.values[path] for path in combo.fields]
        if _UNKNOWN not in values and combo.clashes(*values):
            pointer = _pointer_to_blame(sheet.sent, combo.fields)
            sheet.refuse(pointer, combo.code, combo.detail.format(*values))


def _pointer_to_blame(sent: set[str], paths: tuple[str, ...]) -> str:
    """Point at the first of these fields that was sent, or else at the part that left it out."""
    parts = tuple(path.partition(".")[0] for path in paths)
    blamed = next((path for path in (*paths, *parts) if path in sent), paths[0])
    return "/" + blamed.replace(".", "/")


def _values_of(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as a flat sheet; without stakes, their fields are None."""
    values = {f.path: getattr(getattr(ruleset, f.group), f.name, None) for f in FIELDS}
    values["stakes"] = ruleset.stakes is not None
    return values


def _build(values: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a sheet without problems."""
    parts = {
        group: part(*[values[path] for path in _PATHS[group]])
        for group, part in GROUPS.items()
        if group != "stakes" or values["stakes"]
    }
    return Ruleset(**parts)


def _refuse_unknown(sheet: _Sheet, group: str, name: object, known: tuple[str, ...]) -> None:
    """Refuse a field that does not exist, naming those that do."""
    where = group or "A set of house rules"
    detail = f"{where} has no field {_shown(str(name))}; its fields are {', '.join(known)}."
    sheet.refuse(f"/{group}/{_escaped(name)}" if group else f"/{_escaped(name)}", "unknown-field", detail)


def _escaped(name: object) -> str:
    """A name as a token of a JSON pointer, in letters that UTF-8 can write."""
    return str(name).encode("utf-8", "replace").decode().replace("~", "~0").replace("/", "~1")


def _one_of(choices: tuple[str, ...]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))


_LONGEST_SHOWN = 40
_JSON_WORDS: Mapping[type, str] = {dict: "an object", list: "a list", type(None): "null"}


def _shown(value: object) -> str:
    """A value as a sentence may quote it: short, on one line, and safe to print."""
    if type(value) in _JSON_WORDS:
        return _JSON_WORDS[type(value)]
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10**15:
        return "a far larger number" if value > 0 else "a far smaller number"
    text = value if isinstance(value, str) else str(value)
    short = "".join(_printable(letter) for letter in text[:_LONGEST_SHOWN])
    short += "…" if len(text) > _LONGEST_SHOWN else ""
    return f'"{short}"' if isinstance(value, str) else short


def _printable(letter: str) -> str:
    """A letter that is safe in a sentence; names in some scripts, and many emoji, need the joiners."""
    is_safe = letter.isprintable() or letter in "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
    return letter if is_safe else "\N{REPLACEMENT CHARACTER}"
