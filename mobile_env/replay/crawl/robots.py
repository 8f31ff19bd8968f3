"""robots.txt (RFC 9309): the paths of a site that a crawler may request.

Python's `urllib.robotparser` supports neither `*` and `$` in paths nor the precedence of the longest rule.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from mobile_env.replay.store.rules import plain_path

PRODUCT = "mobile-env"
"""The crawler's name in robots.txt. If no group names it, the rules for `*` apply."""
_LARGEST = 512 * 1024


class _Rule(NamedTuple):
    length: int
    allow: bool
    pattern: re.Pattern[str]


class Robots:
    """The rules of one robots.txt. Without rules, everything is allowed."""

    def __init__(self, rules: tuple[_Rule, ...] = (), delay: float = 0.0) -> None:
        self._rules = rules
        self.delay = delay

    @classmethod
    def parse(cls, text: str, product: str = PRODUCT) -> Robots:
        """Reads the rules for a product: its own groups, or else the groups for `*`."""
        own: list[tuple[str, str]] = []
        general: list[tuple[str, str]] = []
        agents: list[str] = []
        named = in_rules = False
        for line in text[:_LARGEST].lstrip("\ufeff").splitlines():
            name, colon, value = line.partition("#")[0].partition(":")
            name, value = name.strip().lower(), value.strip()
            if not colon:
                continue
            if name == "user-agent":
                agents = [value.lower()] if in_rules else [*agents, value.lower()]
                in_rules = False
                named = named or value.lower() == product
            elif name in ("allow", "disallow", "crawl-delay"):
                in_rules = True
                if product in agents:
                    own.append((name, value))
                if "*" in agents:
                    general.append((name, value))
        chosen = own if named else general
        rules = (_rule(name == "allow", value) for name, value in chosen if name != "crawl-delay" and value)
        delays = [float(v) for n, v in chosen if n == "crawl-delay" and re.fullmatch(r"\d+(\.\d+)?", v)]
        return cls(tuple(rules), max(delays, default=0.0))

    @classmethod
    def nothing(cls) -> Robots:
        """Forbids everything: the rules while a site's robots.txt answers with a server error (RFC 9309,
        2.3.1.4)."""
        return cls((_rule(False, "/"),))

    def allows(self, url: str) -> bool:
        """Whether a URL may be requested. The longest matching rule decides; of two equally long rules, the
        allowing one."""
        parts = urlsplit(url)
        path = plain_path(parts.path) + (f"?{parts.query}" if parts.query else "")
        fitting = [rule for rule in self._rules if rule.pattern.match(path)]
        return not fitting or max(fitting, key=lambda rule: (rule.length, rule.allow)).allow


def _rule(allow: bool, value: str) -> _Rule:
    anchored = value.endswith("$")
    path, question, query = value.removesuffix("$").partition("?")
    plain = "*".join(plain_path(part) if part else "" for part in path.split("*")) + question + query
    pattern = re.escape(plain).replace(r"\*", ".*")
    return _Rule(len(value), allow, re.compile(pattern + (r"\Z" if anchored else ""), re.DOTALL))
