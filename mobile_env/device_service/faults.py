"""Errors that a device service returns instead of a reply."""

import grpc


class Fault(Exception):
    """A call that fails.

    Args:
      code: kind of the fault, for the client.
      text: what is wrong, for a user.
    """

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def unknown_session() -> Fault:
    """The session was never opened, or has ended."""
    return Fault(
        grpc.StatusCode.NOT_FOUND,
        "it does not know the session: it was started anew, or heard nothing of the client for too long",
    )


def refused(text: str) -> Fault:
    """The request asks for something impossible."""
    return Fault(grpc.StatusCode.INVALID_ARGUMENT, text)


def device_failed(text: str) -> Fault:
    """The device failed to carry out a request."""
    return Fault(grpc.StatusCode.ABORTED, text)


def exhausted(text: str) -> Fault:
    """A limit is reached."""
    return Fault(grpc.StatusCode.RESOURCE_EXHAUSTED, text)
