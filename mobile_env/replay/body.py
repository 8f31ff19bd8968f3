"""Parses the Markdown of an article into introduction, methods with numbered steps, tips and warnings."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mobile_env.replay.articles import Article, Body, Method, Step
from mobile_env.replay.faults import ContentError, ContentFault

_METHOD = re.compile(r"(Method|Part) (\d+)(?:: *(.*))?")


@cache
def _markdown() -> MarkdownIt:
    # Raw HTML is disabled, so an article cannot add scripts, ids or styles to a page.
    return MarkdownIt("commonmark", {"html": False})


class _Reader:
    """Reads the block tokens of one article and passes each fault to `report`."""

    def __init__(self, article: Article, report: Callable[[ContentFault], None]) -> None:
        self._article = article
        self._report = report
        self._tokens = _markdown().parse(article.markdown)
        self._at = 0

    def fault(self, token: Token | None, what: str, mend: str) -> None:
        offset = token.map[0] if token is not None and token.map else 0
        self._report(ContentFault(self._article.path, self._article.body_line + offset, what, mend))

    def read(self) -> Body:
        introduction: list[str] = []
        methods: list[Method] = []
        tips: tuple[str, ...] = ()
        warnings: tuple[str, ...] = ()
        place: Token | None = None
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.type == "paragraph_open" and not methods:
                introduction.append(self._inline(self._tokens[self._at + 1]))
                self._at += 3
            elif token.type == "heading_open" and token.tag == "h2":
                place = place or token
                heading = self._tokens[self._at + 1].content.strip()
                self._at += 3
                match = _METHOD.fullmatch(heading)
                if match:
                    methods.append(self._method(token, match, len(methods) + 1))
                elif heading == "Tips":
                    tips = self._bullets(token, heading)
                elif heading == "Warnings":
                    warnings = self._bullets(token, heading)
                else:
                    self.fault(
                        token,
                        f"unknown section `{heading}`",
                        "use `Method N: …`, `Part N: …`, `Tips` or `Warnings`",
                    )
                    self._skip_section()
            else:
                self.fault(token, f"unexpected {_kind(token)} here", "sections begin with `## `")
                self._skip_block()
        if not introduction:
            self.fault(None, "no introduction", "begin with a paragraph")
        if not methods:
            self.fault(place, "no method", "add `## Method 1: …` with numbered steps")
        return Body("\n".join(f"<p>{text}</p>" for text in introduction), tuple(methods), tips, warnings)

    def _method(self, heading: Token, match: re.Match[str], expected: int) -> Method:
        label, number, title = match[1], int(match[2]), (match[3] or "").strip()
        if number != expected:
            self.fault(
                heading, f"`{label} {number}` is number {expected} of the article", "number them in order"
            )
        steps: list[Step] = []
        if self._at < len(self._tokens) and self._tokens[self._at].type == "ordered_list_open":
            for item, blocks in self._list_items():
                inline = next((block for block in blocks if block.type == "inline"), None)
                step = self._step(item, inline)
                if step is not None:
                    steps.append(step)
        if not steps:
            self.fault(heading, f"`{label} {number}` has no steps", "add `1. **Headline.** Text.`")
        return Method(label, number, title, tuple(steps))

    def _step(self, item: Token, inline: Token | None) -> Step | None:
        children: list[Any] = list(inline.children or ()) if inline is not None else []
        kinds = [child.type for child in children if child.type != "text" or child.content]
        if not kinds or kinds[0] != "strong_open" or "strong_close" not in kinds:
            self.fault(item, "a step has no headline", "write `1. **Headline.** Text.`")
            return None
        close = next(index for index, child in enumerate(children) if child.type == "strong_close")
        headline = "".join(child.content for child in children[:close] if child.content)
        renderer: Any = _markdown().renderer
        rest = renderer.renderInline(
            self._checked(children[close + 1 :], inline), _markdown().options, {}
        ).strip()
        line = self._article.body_line + (item.map[0] if item.map else 0)
        return Step(" ".join(headline.split()), rest, line)

    def _bullets(self, heading: Token, name: str) -> tuple[str, ...]:
        texts: list[str] = []
        if self._at < len(self._tokens) and self._tokens[self._at].type == "bullet_list_open":
            for _, blocks in self._list_items():
                texts.extend(self._inline(block) for block in blocks if block.type == "inline")
        if not texts:
            self.fault(heading, f"`{name}` has no entries", "add `- Text.`")
        return tuple(texts)

    def _list_items(self) -> Iterator[tuple[Token, list[Token]]]:
        """Yields the items of the list at the current position, each with its tokens. Moves the position
        behind the list."""
        depth = 0
        item: Token | None = None
        blocks: list[Token] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            depth += token.nesting
            if token.type == "list_item_open" and depth == 2:
                item, blocks = token, []
            elif token.type == "list_item_close" and depth == 1 and item is not None:
                yield item, blocks
            else:
                blocks.append(token)
            if depth == 0:
                return

    def _skip_block(self) -> None:
        depth = 0
        while self._at < len(self._tokens):
            depth += self._tokens[self._at].nesting
            self._at += 1
            if depth <= 0:
                return

    def _skip_section(self) -> None:
        while self._at < len(self._tokens) and self._tokens[self._at].type != "heading_open":
            self._at += 1

    def _inline(self, token: Token) -> str:
        renderer: Any = _markdown().renderer
        return renderer.renderInline(
            self._checked(token.children or [], token), _markdown().options, {}
        ).strip()

    def _checked(self, children: list[Token], block: Token | None) -> list[Token]:
        if any(child.type == "image" for child in children):
            self.fault(block, "a picture in the text", "pictures come from the key `image`")
        return children


def _kind(token: Token) -> str:
    return token.type.removesuffix("_open").replace("_", " ")


def parse_body(article: Article, report: Callable[[ContentFault], None] | None = None) -> Body:
    """Parses the article's Markdown.

    Raises:
        ContentError: the Markdown has faults and `report` is None.
    """
    faults: list[ContentFault] = []
    body = _Reader(article, report or faults.append).read()
    if faults:
        raise ContentError(faults)
    return body


def plain_text(fragment: str) -> str:
    """Plain text of an HTML fragment made by `parse_body`: entities are resolved, whitespace is collapsed."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", fragment)).split())


def prose(body: Body) -> str:
    """All text of the body in reading order."""
    parts = [plain_text(body.introduction_html)]
    for method in body.methods:
        parts.append(method.title)
        parts += [f"{step.headline} {plain_text(step.html)}" for step in method.steps]
    parts += [plain_text(text) for text in (*body.tips, *body.warnings)]
    return "\n".join(parts)
