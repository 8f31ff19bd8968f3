"""Input: touches and keys, and what they do to what is on the screen."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input.service import PRIMITIVE_SECONDS, InputService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.window import WindowService

SERVICE = Entry(
    "input",
    "android.hardware.input.IInputManager",
    service=InputService,
    needs=(
        ActivityService,
        ClipboardService,
        DisplayService,
        InputMethodService,
        PackageService,
        WindowService,
    ),
    cmd="shell:input_",
    dump="dump:dump_input",
    tools={"input": "shell:input_", "monkey": "shell:monkey"},
)

__all__ = ["PRIMITIVE_SECONDS", "SERVICE", "InputService"]
