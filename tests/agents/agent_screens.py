"""Hand-written screens for tests of agents: timesteps of VhIoWrapper without a phone."""

from xml.sax.saxutils import quoteattr

import dm_env
import numpy as np

WIDTH, HEIGHT = 400, 800


def node(text: str, box: tuple[int, int, int, int], *children: str, **attributes: str) -> str:
    """One node of a dump; attribute names are written with _ for -."""
    left, top, right, bottom = box
    values = {"class": "android.widget.TextView", "text": text} | {
        name.replace("_", "-").removesuffix("-"): value for name, value in attributes.items()
    }
    values["bounds"] = f"[{left},{top}][{right},{bottom}]"
    written = " ".join(f"{name}={quoteattr(value)}" for name, value in values.items())
    return f"<node {written}>{''.join(children)}</node>"


def dump(*nodes: str) -> str:
    """A view hierarchy of these nodes."""
    return f'<?xml version="1.0"?><hierarchy rotation="0">{"".join(nodes)}</hierarchy>'


def seen(xml: str) -> dm_env.TimeStep:
    """The timestep that shows a view hierarchy."""
    orientation = np.array([1, 0, 0, 0], np.uint8)
    return dm_env.transition(0.0, {"view_hierarchy": xml, "orientation": orientation, "error": ""})
