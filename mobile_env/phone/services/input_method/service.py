"""Input methods, as the settings know them."""

from mobile_env.phone.kernel.service import Service


class InputMethodService(Service):
    """The keyboard that is chosen."""

    name = "input_method"
