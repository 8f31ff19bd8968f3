"""Icons: how often the built-in model names, matches and finds them, and what that costs."""

import re
from collections.abc import Sequence

import cv2
import numpy as np

from benchmarks import table
from benchmarks.icon_renderings import Image, foreign_icons, random_rendering, render
from benchmarks.icon_screens import compare, scenes
from mobile_env.phone import Display, Phone
from mobile_env.signals.icons import training
from mobile_env.signals.icons.classes import CLASSES, DRAWN_ALIKE
from mobile_env.signals.icons.contract import MATCHES, cut_out
from mobile_env.signals.icons.drawings import paint
from mobile_env.signals.icons.glyph_model import GlyphIconModel
from mobile_env.signals.icons.screen_icons import ScreenIcons

TITLE = "Icons"

_OUTLINED = re.compile(r"_(?:border|outline|none|queue|filled)\Z")


def _rendered(sources: Sequence[str], seed: int) -> list[Image]:
    random = np.random.default_rng(seed)
    return render(sources, [random_rendering(random) for _ in sources])


def _accuracy(
    model: GlyphIconModel, icons: Sequence[tuple[str, str]], seed: int
) -> tuple[float, float, float]:
    """Percent of renderings named right, named right but for filled or outlined, and not named."""
    right = sign = unnamed = 0
    for (name, _), picture in zip(icons, _rendered([source for _, source in icons], seed), strict=True):
        found = model.classify(picture)
        right += found is not None and found.name == name
        sign += found is not None and _OUTLINED.sub("", found.name) == _OUTLINED.sub("", name)
        unnamed += found is None
    return 100 * right / len(icons), 100 * sign / len(icons), 100 * unnamed / len(icons)


def _naming(model: GlyphIconModel) -> list[table.Row]:
    icons = training.material_icons((*training.STYLES, "two-tone"))
    own = [
        (name, source) for (style, name), source in icons.items() if name in CLASSES and style != "two-tone"
    ]
    two_tone = [
        (name, source) for (style, name), source in icons.items() if name in CLASSES and style == "two-tone"
    ]
    sets = {
        "Material, the four styles learnt": (own * 2, 90),
        "Material two-tone (not learnt)": (two_tone * 3, None),
    }
    for title, foreign in foreign_icons().items():
        sets[f"{title} (not learnt)"] = (list(foreign.items()) * 3, None)
    rows = []
    for title, (listed, budget) in sets.items():
        right, sign, unnamed = _accuracy(model, listed, seed=21)
        rows.append(
            table.Row(
                f"named right: {title}",
                right,
                "%",
                budget,
                more_is_better=True,
                note=f"{len(listed)} renderings; {sign:.0f} % but for filled/outlined; {unnamed:.0f} % unnamed",
            )
        )
    held_out = GlyphIconModel(training.learn(("filled", "outlined", "rounded")))
    sharp = [
        (name, source) for (style, name), source in icons.items() if name in CLASSES and style == "sharp"
    ]
    right, sign, unnamed = _accuracy(held_out, sharp * 2, seed=22)
    note = f"{len(sharp) * 2} renderings; {sign:.0f} % but for filled/outlined; {unnamed:.0f} % unnamed"
    rows.append(
        table.Row("named right: sharp, learnt without sharp", right, "%", more_is_better=True, note=note)
    )
    strangers = [
        source
        for (style, name), source in icons.items()
        if style == "filled" and name not in CLASSES and name not in DRAWN_ALIKE
    ]
    named = sum(model.classify(picture) is not None for picture in _rendered(strangers, 23))
    note = f"{len(strangers)} icons"
    rows.append(
        table.Row("Material icons that are no class, but named", 100 * named / len(strangers), "%", note=note)
    )
    return rows


def _matching(model: GlyphIconModel) -> list[table.Row]:
    icons = training.material_icons(("filled", "outlined"))
    drawings = {source: key for key, source in sorted(icons.items())}
    keys = sorted(drawings.values())
    random = np.random.default_rng(31)
    keys = [keys[index] for index in random.choice(len(keys), 250, replace=False)]
    # 32 pixels beside pictures of 16 to 64: scales 0.5 to 2.
    references = paint([icons[key] for key in keys], 32)
    pictures = _rendered([icons[key] for key in keys] * 2, 32)
    hits = sum(
        model.match(picture, references[number % len(keys)]) >= MATCHES
        for number, picture in enumerate(pictures)
    )
    tried = false = 0
    for number in range(0, len(pictures), 5):
        for other in range(number % 3, len(keys), 3):
            # Two styles of one icon may look alike.
            if keys[other][1] != keys[number % len(keys)][1]:
                tried += 1
                false += model.match(pictures[number], references[other]) >= MATCHES
    return [
        table.Row(
            "images matched, scales 0.5 to 2",
            100 * hits / len(pictures),
            "%",
            98,
            more_is_better=True,
            note=f"{len(pictures)} renderings of {len(keys)} icons",
        ),
        table.Row("images matched by other icons", 100 * false / tried, "%", 1, note=f"{tried} pairs"),
    ]


def _finding(model: GlyphIconModel) -> list[table.Row]:
    hits = misses = extra = named = wrong = 0
    for scene in scenes(40, seed=41):
        found = model.detect(scene.pixels)
        hit, missed, others = compare(found, scene.icons)
        hits, misses, extra = hits + len(hit), misses + len(missed), extra + len(others)
        for box in others:
            wrong += model.classify(cut_out(scene.pixels, box)) is not None
        for box in hit:
            right = max(
                zip(scene.icons, scene.names, strict=True), key=lambda icon: -_distance(icon[0], box)
            )[1]
            result = model.classify(cut_out(scene.pixels, box))
            named += result is not None and result.name == right
    note = f"{hits + misses} icons in bars, lists, chips, buttons"
    return [
        table.Row("icons found", 100 * hits / (hits + misses), "%", more_is_better=True, note=note),
        table.Row("found boxes that are an icon", 100 * hits / (hits + extra), "%", more_is_better=True),
        table.Row("icons found and named right", 100 * named / (hits + misses), "%", more_is_better=True),
        table.Row("named boxes that are no icon", 100 * wrong / (hits + extra), "%", note="of all boxes"),
    ]


def _distance(one: object, other: object) -> float:
    sides = ("left", "top", "right", "bottom")
    return sum(abs(getattr(one, side) - getattr(other, side)) for side in sides)


def _times(model: GlyphIconModel) -> list[table.Row]:
    icons = training.material_icons(("filled",))
    (picture,) = _rendered([icons["filled", "settings"]], 51)
    (reference,) = paint([icons["filled", "settings"]], 96)
    phone = Phone(Display(1080, 1920, 400))
    screen = phone.screenshot()
    (scene,) = scenes(1, seed=3, width=360, height=640)
    quarter = cv2.resize(scene.pixels, (540, 960), interpolation=cv2.INTER_AREA).astype(np.uint8)
    looker = ScreenIcons(model)
    whole = (0.0, 0.0, 0.5, 0.5)
    return [
        table.Row(
            "classify one icon", 1e3 * table.median_seconds(lambda: model.classify(picture), 50), "ms", 5
        ),
        table.Row(
            "match one icon", 1e3 * table.median_seconds(lambda: model.match(picture, reference), 50), "ms", 5
        ),
        table.Row(
            "detect in a quarter screen",
            1e3 * table.median_seconds(lambda: model.detect(quarter), 20),
            "ms",
            50,
            note="540×960 of bars, rows of text, buttons",
        ),
        table.Row(
            "detect on the phone's home screen",
            1e3 * table.median_seconds(lambda: model.detect(screen), 10),
            "ms",
            note=f"1080×1920, {len(model.detect(screen))} boxes",
        ),
        table.Row(
            "a quarter screen that did not change",
            1e3 * table.median_seconds(lambda: looker.detect(screen, whole), 20),
            "ms",
            note="hashed, not looked at",
        ),
        table.Row(
            "load the model",
            1e3 * table.median_seconds(GlyphIconModel, 5),
            "ms",
            note=f"{len(model.classes)} classes",
        ),
    ]


def rows() -> list[table.Row]:
    """Measures naming, matching, finding and time."""
    model = GlyphIconModel()
    return [*_naming(model), *_matching(model), *_finding(model), *_times(model)]


if __name__ == "__main__":
    table.main(TITLE, rows)
