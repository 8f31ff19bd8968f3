"""Rules for when two URLs mean the same resource. Users write them into `rules.yaml` in the store."""

from __future__ import annotations

import hashlib
import json
import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fnmatch import translate
from functools import cached_property
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes, urlsplit

import yaml

from mobile_env import bounded_yaml
from mobile_env.host_files import read_regular
from mobile_env.replay.store.errors import StoreError

FILE_NAME = "rules.yaml"
MOST_BYTES = 1 << 20
_PORTS = {"http": 80, "https": 443}
# Characters that browsers and servers write both escaped and plain; delimiters are left as written.
_PATH_SAFE = "/-._~!$&'()*+,;=:@"
_QUERY_SAFE = "/-._~!$'()*,;:@?"
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNUSUAL_IN_PATH = re.compile(r"[^A-Za-z0-9/\-._~!$&'()*+,;=:@]")
_UNUSUAL_IN_QUERY = re.compile(r"[^A-Za-z0-9/\-._~!$'()*,;:@?=&]")


#: Number of bytes of a request body that its digest covers, in addition to its size.
_TELLING_BYTES = 32 * 1024


def body_digest(body: bytes, size: int | None = None) -> str:
    """Returns a digest that identifies the body of a request; "" for an empty body.

    Args:
      body: the whole body, or at least its first 32 KiB.
      size: the full size in bytes, if `body` is not complete.
    """
    size = len(body) if size is None else size
    return hashlib.sha256(b"%d " % size + body[:_TELLING_BYTES]).hexdigest()[:32] if size else ""


@dataclass(frozen=True)
class UrlRules:
    """How URLs are compared.

    Fragments, the case of scheme and host, default ports and needless escapes are always ignored.

    Attributes:
      ignore_parameters: names of query parameters that do not change the resource; `*` and `?` are wildcards.
      ignore_query_order: whether `?a=1&b=2` equals `?b=2&a=1`.
      ignore_scheme: whether http and https are the same.
      ignore_bodies: whether the bodies of requests (POST, …) are ignored.
      hosts: other names of hosts: alias → host, each with its port if it has one.
    """

    ignore_parameters: tuple[str, ...] = ()
    ignore_query_order: bool = False
    ignore_scheme: bool = False
    ignore_bodies: bool = False
    hosts: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _ignored(self) -> re.Pattern[str] | None:
        if not self.ignore_parameters:
            return None
        return re.compile("|".join(translate(pattern) for pattern in self.ignore_parameters))

    @cached_property
    def fingerprint(self) -> str:
        """Identifies the rules. Keys may change only if the fingerprint changes."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=list).encode()).hexdigest()

    def key(self, url: str, method: str = "GET", digest: str = "") -> str:
        """Returns the key that equal requests share. A HEAD has the key of the GET; a malformed URL is its own key.

        Args:
          url: absolute URL.
          method: request method in capitals.
          digest: `body_digest` of the request's body.
        """
        if method in ("GET", "HEAD"):
            return self._address(url)
        return f"{method} {'' if self.ignore_bodies else digest} {self._address(url)}"

    def _address(self, url: str) -> str:
        try:
            parts = urlsplit(url)
            host, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:  # for example, an unclosed IPv6 bracket or an invalid port
            return url
        scheme = parts.scheme.lower()
        if ":" in host:
            host = f"[{host}]"
        if port is not None and port != _PORTS.get(scheme):
            host = f"{host}:{port}"
        host = self.hosts.get(host, host)
        address = f"//{host}{plain_path(parts.path)}"
        if not self.ignore_scheme:
            address = f"{scheme}:{address}"
        query = self._query(parts.query) if parts.query else ""
        return f"{address}?{query}" if query else address

    def _query(self, query: str) -> str:
        parameters = [_plain_parameter(part) for part in query.split("&") if part]
        if self._ignored is not None:
            ignored = self._ignored
            parameters = [p for p in parameters if not ignored.match(p.partition("=")[0])]
        if self.ignore_query_order:
            parameters.sort()
        return "&".join(parameters)


def plain_path(path: str) -> str:
    """Normalises the path of a URL: removes needless escapes and adds missing ones."""
    if not path:
        return "/"
    if not _UNUSUAL_IN_PATH.search(path):
        return path
    # An escaped delimiter is data: `%2F` differs from `/`, and `%25` from `%`.
    kept = [quote(unquote_to_bytes(part), safe=_PATH_SAFE) for part in re.split("(?i)%2F", path)]
    return "%2F".join(kept)


def _plain_parameter(part: str) -> str:
    if not _UNUSUAL_IN_QUERY.search(part):
        return part
    name, equals, value = part.partition("=")
    plain = [quote(unquote_to_bytes(text.replace("+", " ")), safe=_QUERY_SAFE) for text in (name, value)]
    return equals.join(plain) if equals else plain[0]


def read_rules(folder: Path) -> UrlRules:
    """Reads the rules of a store. Without a `rules.yaml`, returns the default rules.

    Raises:
      StoreError: the file is invalid. The text names file and line, and says how to fix it.
    """
    path = folder / FILE_NAME
    try:
        text = read_regular(path, MOST_BYTES).decode("utf-8")
    except FileNotFoundError:
        return UrlRules()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path}: cannot be read: {error}") from None
    return parse_rules(text, str(path))


def parse_rules(text: str, place: str = FILE_NAME) -> UrlRules:
    """Parses rules from YAML text.

    Raises:
      StoreError: `place:line: what is wrong (how to fix it)`.
    """
    try:
        node = bounded_yaml.compose(text)
        values = None if node is None else bounded_yaml.value(node)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise StoreError(f"{place}:{line}: not YAML: {getattr(error, 'problem', error)}") from None
    if values is None:
        return UrlRules()
    if not isinstance(values, dict) or not isinstance(node, yaml.MappingNode):
        raise StoreError(f"{place}:1: expected `key: value` lines (known keys: {_known()})")
    lines = {str(key.value): key.start_mark.line + 1 for key, _ in node.value}
    rules: dict[str, object] = {}
    for key, value in values.items():
        where = f"{place}:{lines.get(str(key), 1)}"
        rules[str(key)] = _checked(where, str(key), value)
    return UrlRules(**rules)  # type: ignore[arg-type]


def _known() -> str:
    return ", ".join(f.name for f in fields(UrlRules))


def _checked(where: str, key: str, value: object) -> object:
    if key == "ignore_parameters":
        if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
            raise StoreError(f"{where}: {key} must be a list of names, such as [amp, 'utm_*']")
        return tuple(value)
    if key == "hosts":
        if not isinstance(value, dict) or not all(
            isinstance(s, str) and s for pair in value.items() for s in pair
        ):
            raise StoreError(f"{where}: {key} must be lines of `alias: host`")
        hosts = {alias.lower(): host.lower() for alias, host in value.items()}
        wrong = sorted(f"{alias}: {host}" for alias, host in hosts.items() if host in hosts)
        if wrong:
            raise StoreError(f"{where}: {wrong[0]} leads to another alias (name the final host)")
        return hosts
    if key in ("ignore_query_order", "ignore_scheme", "ignore_bodies"):
        if not isinstance(value, bool):
            raise StoreError(f"{where}: {key} must be true or false, not {reprlib.repr(value)}")
        return value
    raise StoreError(f"{where}: unknown key {key!r} (known: {_known()})")
