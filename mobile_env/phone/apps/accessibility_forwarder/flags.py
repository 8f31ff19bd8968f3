"""What the forwarder was told by broadcasts: whether to send trees, and to whom.

It forgets with its process, as the real one does (its `LogFlags`).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mobile_env.phone.framework.context import AppContext
from mobile_env.phone.state.intents import Intent

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

PACKAGE = "com.google.androidenv.accessibilityforwarder"
SERVICE = f"{PACKAGE}.AccessibilityForwarder"
RECEIVER = f"{PACKAGE}.FlagsBroadcastReceiver"

_ACTION = "accessibility_forwarder.intent.action."
ENABLE_TREES = f"{_ACTION}ENABLE_ACCESSIBILITY_TREE_LOGS"
DISABLE_TREES = f"{_ACTION}DISABLE_ACCESSIBILITY_TREE_LOGS"
SET_GRPC = f"{_ACTION}SET_GRPC"

EMULATOR_HOST = "10.0.2.2"
"""Where an emulator finds the machine that it runs on; what SET_GRPC means if it names no host."""
_STORE = "log_flags"


@dataclass(frozen=True)
class ForwarderFlags:
    """Where the forwarder sends events, and trees too if `trees`; nowhere while `port` is not positive."""

    trees: bool = False
    host: str = ""
    port: int = 0


def receive_flags(context: AppContext, intent: Intent) -> None:
    """The FlagsBroadcastReceiver."""
    flags = read_flags(context.phone)
    trees, host, port = flags.trees, flags.host, flags.port
    if intent.action in (ENABLE_TREES, DISABLE_TREES):
        trees = intent.action == ENABLE_TREES
    elif intent.action == SET_GRPC:
        given = intent.extras.get("port", 0)
        host = str(intent.extras.get("host") or EMULATOR_HOST)
        # An extra of another type reads as its default, as Intent.getIntExtra has it.
        port = given if isinstance(given, int) else 0
    else:
        context.log("W", "FlagsBroadcastReceiver", f"Unknown action: {intent.action}")
        return
    context.log("I", "FlagsBroadcastReceiver", f"{intent.action}: trees {trees}, gRPC {host}:{port}")
    pid = context.phone.processes.pid(PACKAGE)
    context.save_preferences({"pid": pid, "trees": trees, "host": host, "port": port}, _STORE)


def read_flags(phone: "Phone") -> ForwarderFlags:
    """What the running forwarder was told; the defaults if it was told nothing since its process began."""
    app = phone.packages.app(PACKAGE)
    if app is None:
        return ForwarderFlags()
    try:
        stored = AppContext(phone, app).preferences(_STORE)
        if stored and stored["pid"] == phone.state.processes.pid(PACKAGE):
            return ForwarderFlags(bool(stored["trees"]), str(stored["host"]), int(stored["port"]))
    except (OSError, ValueError, KeyError, TypeError):
        pass  # the file is the phone's: a shell may have written anything there
    return ForwarderFlags()
