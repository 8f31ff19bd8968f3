"""The clipboard."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.clipboard.service import Clipboard, ClipboardService

SERVICE = Entry(
    "clipboard", "android.content.IClipboard", service=ClipboardService, parts=(Clipboard,), needs=()
)

__all__ = ["SERVICE", "Clipboard", "ClipboardService"]
