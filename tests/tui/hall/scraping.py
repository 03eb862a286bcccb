"""The text format of Prometheus, version 0.0.4, as strictly as its description has it."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, field

METRIC = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LINE = re.compile(rf"(?P<name>{METRIC})(?:\{{(?P<labels>.*)\}})? (?P<value>\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\n|\\")*)"(?:,|$)')
HELP = re.compile(rf"# HELP ({METRIC}) ((?:[^\\\n]|\\\\|\\n)*)")
TYPE = re.compile(rf"# TYPE ({METRIC}) (counter|gauge|histogram)")
Key = tuple[str, tuple[tuple[str, str], ...]]


@dataclass
class Page:
    """What was read: the kind of each family, and its values by name and labels."""

    kinds: dict[str, str] = field(default_factory=dict)
    values: dict[Key, float] = field(default_factory=dict)

    def value(self, name: str, **labels: str) -> float:
        return self.values[name, tuple(sorted(labels.items()))]

    def total(self, name: str, **labels: str) -> float:
        """The sum over all labels but these."""
        return sum(
            value
            for (each, found), value in self.values.items()
            if each == name and labels.items() <= dict(found).items()
        )

    @property
    def growing(self) -> dict[Key, float]:
        """What may only grow: counters, and all of a histogram."""
        return {key: value for key, value in self.values.items() if self.kinds[self.family(key[0])] != "gauge"}

    def family(self, name: str) -> str:
        stem = re.sub(r"_(bucket|sum|count)$", "", name)
        return stem if self.kinds.get(stem) == "histogram" else name


def parsed(text: str) -> Page:
    """Raises AssertionError for whatever a scraper would not understand, or should not."""
    assert text.endswith("\n") and "\r" not in text
    page, told, family = Page(), set[str](), ""
    for line in text.splitlines():
        if found := HELP.fullmatch(line):
            family = found[1]
            assert family not in told, f"{family} is told twice"
            told.add(family)
        elif found := TYPE.fullmatch(line):
            assert found[1] == family, f"{line!r} does not follow its help"
            page.kinds[family] = found[2]
        else:
            found = LINE.fullmatch(line)
            assert found, f"{line!r} is no sample"
            key = found["name"], labels_of(found["labels"])
            assert page.family(key[0]) == family, f"{line!r} stands in another family"
            assert key not in page.values, f"{line!r} is told twice"
            page.values[key] = float(found["value"].replace("Inf", "inf"))
    assert told == page.kinds.keys()
    for name, kind in page.kinds.items():
        assert (kind == "counter") == name.endswith("_total"), f"{name} is a {kind}"
    for name in (name for name, kind in page.kinds.items() if kind == "histogram"):
        check_histogram(page, name)
    assert all(value >= 0 for value in page.values.values())
    return page


def labels_of(text: str | None) -> tuple[tuple[str, str], ...]:
    if text is None:
        return ()
    found = list(LABEL.finditer(text))
    assert found and "".join(each[0] for each in found) == text, f"{text!r} are no labels"
    names = [each[1] for each in found]
    assert len({*names}) == len(names)
    return tuple(sorted((each[1], each[2]) for each in found))


def check_histogram(page: Page, name: str) -> None:
    """Buckets grow up to one without bound, which holds all."""
    series: dict[tuple[tuple[str, str], ...], list[tuple[float, float]]] = defaultdict(list)
    for (each, labels), value in page.values.items():
        if each == f"{name}_bucket":
            bound = float(dict(labels)["le"].replace("Inf", "inf"))
            series[tuple(pair for pair in labels if pair[0] != "le")].append((bound, value))
    assert series, f"{name} has no buckets"
    for labels, buckets in series.items():
        bounds, counts = zip(*buckets, strict=True)
        assert list(bounds) == sorted(bounds) and math.isinf(bounds[-1])
        assert list(counts) == sorted(counts)
        assert page.values[f"{name}_count", labels] == counts[-1]
        assert (f"{name}_sum", labels) in page.values
