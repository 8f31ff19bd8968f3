"""The server of the device service: address, token and certificate."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

import grpc
from google.protobuf.message_factory import GetMessageClass

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.service import LARGEST_REQUEST, LEASE_SECONDS, DeviceService, answered
from mobile_env.phone.wire.control.token_check import TokenCheck
from mobile_env.phone.wire.server import LEAST_TOKEN, is_loopback
from mobile_env.proto import device_pb2

DEFAULT_PORT: Final = 5581
_SPARE_THREADS: Final = 8
_SERVICE: Final = device_pb2.DESCRIPTOR.services_by_name["Device"]
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", LARGEST_REQUEST + 4096),
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),
    # Close connections of clients that vanished or never read.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
)


class PortTakenError(OSError):
    """The server cannot listen on the address."""


class UnsafeTokenError(ValueError):
    """There is no token, or the token is too short for an address that others can reach."""


class DeviceServer:
    """Serves devices.

    Args:
      pool: the devices.
      token: the token that clients must send.
      host: address to listen on.
      port: port to listen on; 0 chooses a free port.
      tls: certificate chain and private key, PEM; None: no TLS.
      lease_seconds: seconds after which the session of a silent client is closed.

    Raises:
      UnsafeTokenError: there is no token, or it is too short for the address.
    """

    def __init__(
        self,
        pool: DevicePool,
        token: str,
        *,
        host: str = "127.0.0.1",
        port: int = DEFAULT_PORT,
        tls: tuple[bytes, bytes] | None = None,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        if not token or not token.isascii() or not token.isprintable():
            raise UnsafeTokenError("a device service needs a token: one line of printable ASCII")
        if not is_loopback(host) and len(token) < LEAST_TOKEN:
            raise UnsafeTokenError(
                f"{host} can be reached by others: its token must have at least {LEAST_TOKEN} characters"
            )
        self._host = host
        self._port = port
        self._tls = tls
        self._pool = pool
        self._token = token
        self._lease = lease_seconds
        self._service: DeviceService | None = None
        self._server: grpc.Server | None = None

    @property
    def port(self) -> int:
        """The port on which a started server listens."""
        return self._port

    def start(self) -> None:
        """Starts serving.

        Raises:
          PortTakenError: the server cannot listen on the address.
          ValueError: the certificate or its key cannot be used.
        """
        # A client waits for one call at a time. Heartbeats and repeated calls come in addition.
        threads = 2 * self._pool.most_sessions + _SPARE_THREADS
        server = grpc.server(
            ThreadPoolExecutor(threads, "device-service"),
            options=_OPTIONS,
            interceptors=(TokenCheck(self._token, "the call has no token, or another one"),),
        )
        service = DeviceService(self._pool, self._lease)
        server.add_generic_rpc_handlers((_handlers(service),))
        address = f"[{self._host}]:{self._port}" if ":" in self._host else f"{self._host}:{self._port}"
        try:
            if self._tls is None:
                bound = server.add_insecure_port(address)
            else:
                chain, key = self._tls
                bound = server.add_secure_port(address, grpc.ssl_server_credentials(((key, chain),)))
        except RuntimeError:
            bound = 0
        if not bound:
            service.close()
            hint = "is the port taken" + (", or the certificate not that of the key?" if self._tls else "?")
            raise PortTakenError(f"cannot listen on {address}: {hint}")
        server.start()
        self._port, self._service, self._server = bound, service, server

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until the server ends. Returns False if it still runs after `timeout` seconds."""
        assert self._server is not None
        return not self._server.wait_for_termination(timeout)

    def stop(self) -> None:
        """Cancels all calls, closes all devices and stops serving. Calling it twice is harmless."""
        server, self._server = self._server, None
        if server is not None:
            server.stop(grace=None).wait()
        if self._service is not None:
            self._service.close()

    def __enter__(self) -> DeviceServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _handlers(service: DeviceService) -> grpc.GenericRpcHandler:
    handlers = {
        method.name: grpc.unary_unary_rpc_method_handler(
            answered(getattr(service, method.name)),
            request_deserializer=GetMessageClass(method.input_type).FromString,
            response_serializer=lambda reply: reply.SerializeToString(),
        )
        for method in _SERVICE.methods
    }
    return grpc.method_handlers_generic_handler(_SERVICE.full_name, handlers)
