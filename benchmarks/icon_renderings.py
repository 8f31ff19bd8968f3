"""Pictures of icons for measuring icon models: any size, colours, ground, place between pixels, blur and noise."""

import dataclasses
import zipfile
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import blitz_py
import cv2
import numpy as np
import yaml
from numpy.typing import NDArray

from mobile_env.signals.icons.drawings import sized_svg

Image = NDArray[np.uint8]

# (ink, ground): light and dark themes, tinted bars, weak and strong contrast.
COLOURS = (
    ("#000000", "#ffffff"),
    ("#5f6368", "#fafafa"),
    ("#ffffff", "#121212"),
    ("#ffffff", "#6200ee"),
    ("#1a73e8", "#e8f0fe"),
    ("#e8eaed", "#303134"),
    ("#d93025", "#ffffff"),
    ("#9aa0a6", "#ffffff"),
    ("#202124", "#fdd663"),
    ("#81c995", "#0f2d1a"),
)
SIZES = (16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64)


@dataclasses.dataclass(frozen=True)
class Rendering:
    """How an icon is drawn.

    Attributes:
      size: side of its square in pixels.
      ink: CSS colour of the icon.
      ground: CSS colour behind it.
      shift: what part of a pixel it is moved right and down.
      blur: sigma in pixels.
      noise: standard deviation, of 255.
    """

    size: int
    ink: str = "#000000"
    ground: str = "#ffffff"
    shift: tuple[float, float] = (0.0, 0.0)
    blur: float = 0.0
    noise: float = 0.0


def archive(package: str) -> zipfile.ZipFile:
    """The icons of a `justmyresource_…` package. Raises ModuleNotFoundError if it is not installed."""
    return zipfile.ZipFile(str(resources.files(package) / "icons.zip"))


def foreign_icons() -> dict[str, dict[str, str]]:
    """SVG sources by style of the package, then by class, of packages that are installed."""
    names = yaml.safe_load((Path(__file__).parent / "data/foreign_icons.yaml").read_text())
    found: dict[str, dict[str, str]] = {}
    for column, package in enumerate(("justmyresource_lucide", "justmyresource_phosphor")):
        try:
            icons = archive(package)
        except ModuleNotFoundError:
            continue
        styles = ("",) if column == 0 else ("regular", "bold", "light", "fill")
        for style in styles:
            title = f"{package.removeprefix('justmyresource_')} {style}".strip()
            folder = f"{style}/" if style else ""
            end = f"-{style}" if style not in ("", "regular") else ""
            found[title] = {
                name: icons.read(f"{folder}{columns[column]}{end}.svg").decode()
                for name, columns in names.items()
                if columns[column]
            }
    return found


def random_rendering(random: np.random.Generator) -> Rendering:
    """A rendering as screens show them: 16 to 64 px, at times between pixels, a little blurred or noisy."""
    ink, ground = COLOURS[random.integers(len(COLOURS))]
    shift = (float(random.random()), float(random.random())) if random.random() < 0.5 else (0.0, 0.0)
    return Rendering(
        size=int(random.choice(SIZES)),
        ink=ink,
        ground=ground,
        shift=shift,
        blur=float(random.uniform(0.3, 0.7)) if random.random() < 0.25 else 0.0,
        noise=float(random.uniform(1, 4)) if random.random() < 0.25 else 0.0,
    )


def render(svgs: Sequence[str], renderings: Sequence[Rendering], seed: int = 0) -> list[Image]:
    """Draws icons, each on its own ground with a margin of a quarter of its size.

    Args:
      svgs: sources.
      renderings: how each is drawn.
      seed: of the noise.

    Returns:
      Pictures, uint8 RGB.
    """
    random = np.random.default_rng(seed)
    pictures: list[Image] = []
    cell, columns = 100, 16
    per_page = columns * columns
    for start in range(0, len(svgs), per_page):
        batch = list(zip(svgs, renderings, strict=True))[start : start + per_page]
        html = ""
        for number, (svg, how) in enumerate(batch):
            side, margin = how.size + 2 * (how.size // 4), how.size // 4
            left, top = number % columns * cell, number // columns * cell
            html += (
                f'<div style="position:absolute;left:{left}px;top:{top}px;width:{side}px;height:{side}px;'
                f'background:{how.ground}"></div>'
                f'<div style="position:absolute;left:{left + margin + how.shift[0]}px;'
                f"top:{top + margin + how.shift[1]}px;width:{how.size}px;height:{how.size}px;"
                f'color:{how.ink};fill:{how.ink}">{sized_svg(coloured(svg, how.ink), how.size)}</div>'
            )
        rows = -(-len(batch) // columns)
        width, height = columns * cell, rows * cell
        page = blitz_py.Template(
            f'<div style="position:relative;width:{width}px;height:{height}px">{html}</div>',
            width=width,
            height=height,
            css="html,body{margin:0}svg{display:block}",
            background="#ffffff",
        )
        _, _, data = page.render_rgba()
        pixels = np.frombuffer(data, np.uint8).reshape(height, width, 4)[..., :3]
        for number, (_, how) in enumerate(batch):
            side = how.size + 2 * (how.size // 4)
            left, top = number % columns * cell, number // columns * cell
            picture = pixels[top : top + side, left : left + side].astype(np.float32)
            if how.blur:
                picture = cv2.GaussianBlur(picture, (0, 0), how.blur)
            if how.noise:
                picture = picture + random.normal(0, how.noise, picture.shape)
            pictures.append(np.clip(np.round(picture), 0, 255).astype(np.uint8))
    return pictures


def coloured(svg: str, colour: str) -> str:
    """An SVG whose drawing takes a colour: Material's sources say nothing, others say currentColor."""
    return (
        svg.replace("currentColor", colour).replace("<svg", f'<svg color="{colour}"', 1)
        if ("currentColor" in svg)
        else svg.replace("<svg", f'<svg fill="{colour}"', 1)
    )
