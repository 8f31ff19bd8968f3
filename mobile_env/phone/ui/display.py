"""The phone's display: size in pixels, density, and derived values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Display:
    """A display of `width_px` × `height_px` pixels at `density_dpi`.

    The layout unit is the dp, 1/160 inch; one dp is one CSS px. The default is even (scale 2.5), so that no
    hairline falls between pixels.
    """

    width_px: int = 1080
    height_px: int = 1920
    density_dpi: int = 400

    def __post_init__(self) -> None:
        if min(self.width_px, self.height_px, self.density_dpi) <= 0:
            raise ValueError(
                f"display {self.width_px}x{self.height_px}@{self.density_dpi}: "
                "width, height and density must be positive"
            )

    @property
    def scale(self) -> float:
        """Pixels per dp."""
        return self.density_dpi / 160

    @property
    def width_dp(self) -> int:
        """Width in whole dp; a fraction left over is given to the last column."""
        return -int(-self.width_px // self.scale)

    @property
    def height_dp(self) -> int:
        """Height in whole dp, rounded up."""
        return -int(-self.height_px // self.scale)

    @property
    def landscape(self) -> bool:
        """Whether the display is wider than high."""
        return self.width_px > self.height_px

    def rotated(self) -> Display:
        """The same display turned by 90 degrees."""
        return Display(self.height_px, self.width_px, self.density_dpi)
