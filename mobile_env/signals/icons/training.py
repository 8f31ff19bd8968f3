"""Trains the built-in icon model on the Material icons and writes the result beside this file.

    python -m mobile_env.signals.icons.training

Each drawing is rendered in many sizes, weights and sub-pixel positions. A linear discriminant analysis then
finds the directions in which variations of one icon differ little and different icons differ much. The
prototype of a drawing is its mean along these directions.
"""

from __future__ import annotations

import hashlib
import math
import zipfile
from collections.abc import Collection, Iterator
from importlib import metadata, resources
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons import classes, descriptors, glyphs
from mobile_env.signals.icons.drawings import paint
from mobile_env.signals.icons.prototypes import PATH, Prototypes

PACKAGE = "justmyresource-material-icons"
STYLES = ("filled", "outlined", "rounded", "sharp")

# Side in pixels at which drawings are rendered, before they are scaled down to the sizes on screens.
_SIDE = 96

# Number of faithful and of deformed examples per drawing. Deformed ones only teach which differences are
# irrelevant.
_FAITHFUL, _DEFORMED = 4, 3

_DIMENSIONS = 64

# Share of the mean variance that is added in all directions, as regularisation.
_REGULARISATION = 0.5

# Drawings with a higher similarity (cosine) are one drawing with two names. The first name keeps it.
_SAME_DRAWING = 0.985


def material_icons(styles: Collection[str] = STYLES) -> dict[tuple[str, str], str]:
    """SVG sources of all Material icons by (style, name), the name as in `arrow_back`."""
    found: dict[tuple[str, str], str] = {}
    path = str(resources.files("justmyresource_material_icons") / "icons.zip")
    with zipfile.ZipFile(path) as archive:
        for entry in sorted(archive.namelist()):
            style, _, file = entry.partition("/")
            if style in styles:
                found[style, file.removesuffix(".svg").replace("-", "_")] = archive.read(entry).decode()
    return found


def _resized(drawing: npt.NDArray[np.float32], random: np.random.Generator, deformed: bool) -> glyphs.Mask:
    """Renders a drawing as on a screen of some density."""
    size = float(random.choice((14, 16, 18, 20, 24, 28, 32, 40, 48, 64)))
    scale = size / _SIDE
    side = math.ceil(drawing.shape[0] * scale) + 2
    matrix = np.array([[scale, 0, random.random()], [0, scale, random.random()]], np.float32)
    weight = random.random()
    if deformed:
        if weight < 0.35:
            drawing = cv2.dilate(drawing, np.ones((3, 3), np.uint8)).astype(np.float32)
        elif weight < 0.6:
            drawing = cv2.erode(drawing, np.ones((3, 3), np.uint8)).astype(np.float32)
        turn, slant = random.uniform(-0.08, 0.08), random.uniform(-0.08, 0.08)
        stretch = random.uniform(0.92, 1.08)
        matrix[:, :2] = scale * np.array([[stretch, turn + slant], [-turn, 1 / stretch]])
        drawing = _warped(drawing, random)
    smooth = cv2.GaussianBlur(drawing, (0, 0), max(0.3, 0.4 / scale))
    small = cv2.warpAffine(smooth, matrix, (side, side))
    if random.random() < 0.4:
        small = cv2.GaussianBlur(small, (0, 0), random.uniform(0.3, 0.8))
    return np.clip(small + random.normal(0, 0.02, small.shape), 0, 1).astype(np.float32)


def _warped(drawing: npt.NDArray[np.float32], random: np.random.Generator) -> npt.NDArray[np.float32]:
    """Bends a drawing slightly, differently in each part."""
    side = drawing.shape[0]
    coarse = random.normal(0, 2.2, (5, 5, 2)).astype(np.float32)
    bend = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    rows, columns = np.indices((side, side), dtype=np.float32)
    return cv2.remap(drawing, columns + bend[..., 0], rows + bend[..., 1], cv2.INTER_LINEAR).astype(
        np.float32
    )


def _examples(
    drawing: npt.NDArray[np.uint8], random: np.random.Generator
) -> Iterator[tuple[bool, descriptors.Vector]]:
    """Yields examples of one drawing: whether it is deformed, and its descriptor."""
    mask = np.pad(drawing[..., 3] / 255, 16).astype(np.float32)
    for number in range(_FAITHFUL + _DEFORMED):
        deformed = number >= _FAITHFUL
        glyph = glyphs.normalised(_resized(mask, random, deformed))
        if glyph is not None:
            yield deformed, descriptors.descriptor(glyph)


def _means(rows: npt.NDArray[np.float64], labels: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    sums = np.zeros((labels.max() + 1, rows.shape[1]))
    np.add.at(sums, labels, rows)
    return sums / np.maximum(np.bincount(labels), 1)[:, None]


def learn(styles: Collection[str] = STYLES, seed: int = 0) -> Prototypes:
    """Trains prototypes on the Material icons of some styles. The same arguments give the same prototypes."""
    icons = material_icons(styles)
    keys = sorted(icons, key=lambda key: (STYLES.index(key[0]) if key[0] in STYLES else len(STYLES), key))
    random = np.random.default_rng(seed)
    rows, owners, deformations = [], [], []
    for number, drawing in enumerate(paint([icons[key] for key in keys], _SIDE)):
        for deformed, row in _examples(drawing, random):
            rows.append(row)
            owners.append(number)
            deformations.append(deformed)
    features = np.asarray(rows, np.float64)
    drawings = np.asarray(owners)
    faithful = ~np.asarray(deformations)
    names = sorted({name for _, name in keys})
    numbers = {name: number for number, name in enumerate(names)}
    named = np.asarray([numbers[keys[owner][1]] for owner in owners])

    # Differences within a drawing have the same weight as differences between styles of one name.
    within = np.zeros((features.shape[1], features.shape[1]))
    for labels in (drawings, named):
        rest = features - _means(features, labels)[labels]
        within += rest.T @ rest / (2 * len(features))
    within += _REGULARISATION * np.trace(within) / len(within) * np.eye(len(within))
    values, axes = np.linalg.eigh(within)
    whitening = axes / np.sqrt(values)
    centre = features.mean(axis=0)
    _, _, directions = np.linalg.svd((_means(features, drawings) - centre) @ whitening, full_matrices=False)
    projection = whitening @ directions[:_DIMENSIONS].T

    embedded = (features[faithful] - centre) @ projection
    embedded /= np.linalg.norm(embedded, axis=1, keepdims=True)
    vectors = _means(embedded, drawings[faithful])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    kept, called = _one_name_a_drawing([name for _, name in keys], vectors)
    return Prototypes(
        centre=centre.astype(np.float32),
        projection=projection.astype(np.float32),
        vectors=vectors[kept].astype(np.float32),
        labels=tuple(called),
        origin=origin(),
    )


def _one_name_a_drawing(names: list[str], vectors: npt.NDArray[np.float64]) -> tuple[list[int], list[str]]:
    """Returns indices of the drawings that become prototypes, and their classes ("" outside the classes).

    The same drawing may have different names in different styles: the outlined `bookmark` is the filled
    `bookmark_border`. The name in the earlier style is used.
    """
    likeness = vectors @ vectors.T
    called = [name if name in classes.CLASSES else classes.DRAWN_ALIKE.get(name, "") for name in names]
    kept: list[int] = []
    # Classes go first, so that an equal drawing with another name does not hide them.
    for number in sorted(range(len(names)), key=lambda number: (not called[number], number)):
        same = [other for other in kept if likeness[number, other] >= _SAME_DRAWING]
        if not any(called[other] != called[number] for other in same):
            kept.append(number)
    return kept, [called[number] for number in kept]


def origin() -> str:
    """Digest of everything that determines the prototypes: code, names and the package's version."""
    digest = hashlib.sha256(metadata.version(PACKAGE).encode())
    folder = Path(__file__).parent
    for name in ("classes", "descriptors", "glyphs", "training"):
        source = (folder / f"{name}.py").read_text("utf-8")
        digest.update(source.encode())
    return digest.hexdigest()


def main() -> None:
    """Trains and writes the prototypes."""
    prototypes = learn()
    prototypes.save(PATH)
    print(f"{PATH.name}: {len(prototypes.labels)} drawings, {len(set(prototypes.labels) - {''})} classes")


if __name__ == "__main__":
    main()
