"""Colours of System UI: the phone's palette, light or dark, above the rules of `style.css`."""

from typing import Final

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.sdk import theme
from mobile_env.phone.services.uimode import UiModeService
from mobile_env.phone.state.settings import SettingsStore

_SEED: Final = "#3f6fb5"


def palette(kernel: Kernel) -> str:
    """The CSS rule with the colours and text size of the phone's settings."""
    settings = kernel.part(SettingsStore)
    dark = kernel.service(UiModeService).dark
    scale = max(0.5, min(2.0, settings.get_float("system", "font_scale", 1.0)))
    return theme.variables(_SEED, dark=dark, font_scale=scale)
