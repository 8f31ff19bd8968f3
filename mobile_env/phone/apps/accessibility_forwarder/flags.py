"""What the forwarder was told by broadcasts: whether to send trees, and to whom.

It forgets with its process, as the real one does (its `LogFlags`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mobile_env.phone.sdk import Context, Intent

PACKAGE = "com.google.androidenv.accessibilityforwarder"
SERVICE = f"{PACKAGE}.AccessibilityForwarder"
RECEIVER = f"{PACKAGE}.FlagsBroadcastReceiver"

_ACTION = "accessibility_forwarder.intent.action."
ENABLE_TREES = f"{_ACTION}ENABLE_ACCESSIBILITY_TREE_LOGS"
DISABLE_TREES = f"{_ACTION}DISABLE_ACCESSIBILITY_TREE_LOGS"
SET_GRPC = f"{_ACTION}SET_GRPC"

EMULATOR_HOST = "10.0.2.2"
"""Where an emulator finds the machine that it runs on; what SET_GRPC means if it names no host."""


@dataclass(frozen=True)
class ForwarderFlags:
    """Where the forwarder sends events, and trees too if `trees`; nowhere while `port` is not positive."""

    trees: bool = False
    host: str = ""
    port: int = 0


def receive_flags(context: Context, intent: Intent) -> None:
    """The FlagsBroadcastReceiver."""
    flags = read_flags(context.memory)
    trees, host, port = flags.trees, flags.host, flags.port
    if intent.action in (ENABLE_TREES, DISABLE_TREES):
        trees = intent.action == ENABLE_TREES
    elif intent.action == SET_GRPC:
        given = intent.get("port", 0)
        host = str(intent.get("host") or EMULATOR_HOST)
        # An extra of another type reads as its default, as Intent.getIntExtra has it.
        port = given if isinstance(given, int) else 0
    else:
        context.log("W", "FlagsBroadcastReceiver", f"Unknown action: {intent.action}")
        return
    context.log("I", "FlagsBroadcastReceiver", f"{intent.action}: trees {trees}, gRPC {host}:{port}")
    context.memory.update(trees=trees, host=host, port=port)


def read_flags(memory: Mapping[str, Any]) -> ForwarderFlags:
    """What the forwarder was told, from what its process holds; the defaults if it was told nothing."""
    return ForwarderFlags(**{key: memory[key] for key in ("trees", "host", "port") if key in memory})
