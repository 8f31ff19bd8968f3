"""The embedded phone: Android-compatible, inside the Python process, booted in milliseconds."""

from mobile_env.phone.network import Fetcher, NetworkError, Response
from mobile_env.phone.phone import PRIMITIVE_SECONDS, Phone, Snapshot
from mobile_env.phone.ui.display import Display

__all__ = ["PRIMITIVE_SECONDS", "Display", "Fetcher", "NetworkError", "Phone", "Response", "Snapshot"]
