"""What a device service answers instead of a reply."""

import grpc


class Fault(Exception):
    """A call that cannot be answered.

    Args:
      code: what kind of fault it is; the client tells them apart by it.
      text: what is wrong, for a person.
    """

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def unknown_session() -> Fault:
    """The session was never opened, or is over."""
    return Fault(
        grpc.StatusCode.NOT_FOUND,
        "it does not know the session: it was started anew, or heard nothing of the client for too long",
    )


def refused(text: str) -> Fault:
    """The request asks for what cannot be."""
    return Fault(grpc.StatusCode.INVALID_ARGUMENT, text)


def device_failed(text: str) -> Fault:
    """The device did not do what it was told."""
    return Fault(grpc.StatusCode.ABORTED, text)


def exhausted(text: str) -> Fault:
    """Something that there is a limit of is used up."""
    return Fault(grpc.StatusCode.RESOURCE_EXHAUSTED, text)
