"""The client's connection to a device service: one channel, repeated calls, and errors in words."""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
import time
import weakref
from pathlib import Path
from typing import Any, Final

import grpc
from android_env.components import errors
from google.protobuf.message_factory import GetMessageClass

from mobile_env.proto import device_pb2

PROTOCOL: Final = 1
TOKEN_VARIABLE: Final = "MOBILE_ENV_DEVICE_TOKEN"
TOKEN_FILE_VARIABLE: Final = "MOBILE_ENV_DEVICE_TOKEN_FILE"
CA_VARIABLE: Final = "MOBILE_ENV_DEVICE_CA"
SYSTEM_CA: Final = "system"

ATTEMPT_SECONDS: Final = 30.0
"""How long one attempt of a call may take, in addition to the time that the device needs."""
PATIENCE_SECONDS: Final = 30.0
"""How long a failed call is repeated before the device counts as lost."""
CONNECT_SECONDS: Final = 10.0
LARGEST_REPLY: Final = 256 << 20
_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 1.0
_AGAIN: Final = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED})
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", LARGEST_REPLY),
    ("grpc.max_send_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # Detects a network that drops packets.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # Gives each client of a process its own connection.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_http_proxy", 0),
)
_SERVICE: Final = device_pb2.DESCRIPTOR.services_by_name["Device"]


class RemoteError(errors.SimulatorError):
    """The device service cannot do what it was asked for."""


class UnreachableError(RemoteError):
    """Nothing answers at the service's address for the whole time of retries."""


class TokenRefusedError(RemoteError):
    """The service rejects the token."""


class SessionLostError(RemoteError):
    """The service does not know the session: the service was restarted, or the client was silent for too
    long."""


class DeviceFailedError(RemoteError):
    """The service works, but its device failed."""


class RefusedError(RemoteError, ValueError):
    """No device can do what was asked for."""


_ERRORS: Final[dict[grpc.StatusCode, type[RemoteError]]] = {
    grpc.StatusCode.ABORTED: DeviceFailedError,
    grpc.StatusCode.INVALID_ARGUMENT: RefusedError,
    grpc.StatusCode.NOT_FOUND: SessionLostError,
    grpc.StatusCode.UNAUTHENTICATED: TokenRefusedError,
}


class Connection:
    """A channel to a device service.

    Args:
      address: host:port.
      token: the service's token.
      certificates: root certificates for the service's certificate, PEM; `system` uses the certificates of this
        machine; None uses no TLS.
      attempt_seconds: how long one attempt of a call may take.
      patience_seconds: how long a failed call is repeated before the service counts as lost.
    """

    def __init__(
        self,
        address: str,
        token: str,
        certificates: bytes | str | None = None,
        *,
        attempt_seconds: float = ATTEMPT_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self.address = address
        self._attempt_seconds = attempt_seconds
        self.patience_seconds = patience_seconds
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._tls = certificates is not None
        self._closed = threading.Event()
        if certificates is None:
            self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        else:
            roots = None if isinstance(certificates, str) else certificates
            credentials = grpc.ssl_channel_credentials(root_certificates=roots)
            self._channel = grpc.secure_channel(address, credentials, options=_OPTIONS)
        self._calls: dict[str, Any] = {}

    def call(
        self, method: str, request: Any, *, seconds: float = 0.0, patience_seconds: float | None = None
    ) -> Any:
        """Calls a method. Repeats the request as long as the service does not answer.

        Args:
          method: name of the service's method.
          request: the method's message.
          seconds: how long the device may take for the call.
          patience_seconds: how long to repeat the call after the first failure; default: the connection's setting.

        Raises:
          RemoteError: a subclass of it. The text says what failed.
        """
        patience = self.patience_seconds if patience_seconds is None else patience_seconds
        deadline = 0.0
        pause = _FIRST_PAUSE
        while True:
            try:
                return self._method(method)(
                    request, timeout=seconds + self._attempt_seconds, metadata=self._metadata
                )
            except grpc.RpcError as error:
                reason = _reason(error)
                code = error.code() if isinstance(error, grpc.Call) else grpc.StatusCode.UNKNOWN
            except ValueError as error:  # the channel was closed
                raise UnreachableError(f"the connection to {self.address} is closed: {error}") from error
            if code not in _AGAIN:
                raise self._error(method, code, reason)
            # Count patience from the first failure, because the device may need its time.
            deadline = deadline or time.monotonic() + patience
            if time.monotonic() + pause >= deadline or self._closed.wait(pause):
                raise UnreachableError(
                    f"no device service answers at {self.address} within {patience:g} s: {reason}{self._advice()}"
                )
            pause = min(2 * pause, _LONGEST_PAUSE)

    def close(self) -> None:
        """Closes the channel and ends waiting calls. Calling it twice is harmless."""
        self._closed.set()
        self._channel.close()

    def _method(self, name: str) -> Any:
        if name not in self._calls:
            output = GetMessageClass(_SERVICE.methods_by_name[name].output_type)
            self._calls[name] = self._channel.unary_unary(
                f"/{_SERVICE.full_name}/{name}",
                request_serializer=_serialized,
                response_deserializer=output.FromString,
            )
        return self._calls[name]

    def _error(self, method: str, code: grpc.StatusCode, reason: str) -> RemoteError:
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return RemoteError(
                f"what answers at {self.address} is no device service, or of another version: {reason}"
            )
        if code is grpc.StatusCode.UNAUTHENTICATED:
            return TokenRefusedError(
                f"the device service at {self.address} refuses the token: {reason} (set {TOKEN_VARIABLE} or "
                f"{TOKEN_FILE_VARIABLE} to the one that it was started with)"
            )
        return _ERRORS.get(code, RemoteError)(f"the device service at {self.address}: {reason}")

    def _advice(self) -> str:
        if self._tls:
            return f" (is it started with TLS, and is its certificate one that {CA_VARIABLE} vouches for?)"
        return f" (is it running there? If it is started with TLS, set {CA_VARIABLE})"


class RemoteSession:
    """A session on a device service. It numbers its calls, and a thread sends heartbeats.

    Args:
      connection: connection to the service; closed with the session.
      seed: seed of the random choices of an embedded phone.
      frames: how frames are encoded.
    """

    def __init__(self, connection: Connection, seed: int, frames: device_pb2.FrameFormat) -> None:
        self._connection = connection
        self._key = secrets.token_hex(16)
        self._number = 0
        self._dropped: list[int] = []
        self._ended = threading.Event()
        request = device_pb2.OpenRequest(session=self._key, protocol=PROTOCOL, seed=seed, frames=frames)
        patience = min(connection.patience_seconds, CONNECT_SECONDS)
        self.device: device_pb2.OpenReply = connection.call("Open", request, patience_seconds=patience)
        # Ends the session when this object is dropped without `close`.
        weakref.finalize(self, self._ended.set)
        threading.Thread(
            target=_keep_lease,
            args=(connection, self._key, self.device.lease, self._ended),
            name="device-lease",
            daemon=True,
        ).start()

    def call(self, method: str, request: Any, known: tuple[int, int], *, seconds: float = 0.0) -> Any:
        """Calls a method that takes a `Call`. The service carries it out once, even if it is sent several times.

        Args:
          method: name of the method.
          request: the method's message, without its `call`.
          known: numbers of the view hierarchy and the frame that were received last.
          seconds: how long the device may take for the call.

        Raises:
          RemoteError: a subclass of it.
        """
        self._number += 1
        dropped, self._dropped = self._dropped, []
        request.call.CopyFrom(
            device_pb2.Call(
                session=self._key,
                number=self._number,
                hierarchy_known=known[0],
                frame_known=known[1],
                dropped_snapshots=dropped,
            )
        )
        size = request.ByteSize()
        if size > self.device.largest_request:
            raise RefusedError(
                f"{method} takes {size} bytes; the device service at {self._connection.address} takes at most "
                f"{self.device.largest_request} in one call"
            )
        return self._connection.call(method, request, seconds=seconds)

    def transfer(self, method: str, request: Any) -> Any:
        """Calls a method that sends or reads a part of a file.

        Raises:
          RemoteError: a subclass of it.
        """
        request.session = self._key
        return self._connection.call(method, request)

    def drop_snapshot(self, snapshot: int) -> None:
        """Tells the service with the next call that a snapshot is no longer needed."""
        self._dropped.append(snapshot)

    def close(self) -> None:
        """Closes the session, if the service can be reached. Calling it twice is harmless."""
        if self._ended.is_set():
            return
        self._ended.set()
        with contextlib.suppress(RemoteError):
            self._connection.call(
                "Close", device_pb2.CloseRequest(session=self._key), patience_seconds=_LONGEST_PAUSE
            )
        self._connection.close()


def _keep_lease(connection: Connection, key: str, lease: float, ended: threading.Event) -> None:
    request = device_pb2.HeartbeatRequest(session=key)
    while not ended.wait(max(lease / 4, 0.05)):
        with contextlib.suppress(RemoteError):
            connection.call("Heartbeat", request)


def token_from_environment() -> str:
    """Returns the token for device services from the environment.

    Raises:
      TokenRefusedError: the environment names no token, or a file that cannot be read.
    """
    token = os.environ.get(TOKEN_VARIABLE, "")
    path = os.environ.get(TOKEN_FILE_VARIABLE, "")
    if not token and path:
        try:
            token = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise TokenRefusedError(f"{TOKEN_FILE_VARIABLE}: cannot read {path}: {error}") from None
    if not token:
        raise TokenRefusedError(
            f"a device service asks for its token: set {TOKEN_VARIABLE}, or {TOKEN_FILE_VARIABLE} to a file with it"
        )
    if not token.isascii() or not token.isprintable():
        raise TokenRefusedError("the device service's token is one line of printable ASCII")
    return token


def certificates_from_environment() -> bytes | str | None:
    """Returns the root certificates for device services from the environment; None: no TLS.

    Raises:
      UnreachableError: the environment names a file that cannot be read.
    """
    path = os.environ.get(CA_VARIABLE, "")
    if not path or path == SYSTEM_CA:
        return path or None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UnreachableError(f"{CA_VARIABLE}: cannot read {path}: {error.strerror}") from None


def _serialized(message: Any) -> bytes:
    """Serialises a message of any type."""
    data: bytes = message.SerializeToString()
    return data


def _reason(error: grpc.RpcError) -> str:
    return (error.details() or error.code().name) if isinstance(error, grpc.Call) else str(error)
