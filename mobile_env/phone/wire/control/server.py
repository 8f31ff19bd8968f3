"""The gRPC server of a phone: which services it has, who may call them, and how many at a time."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import grpc
from android_env.proto import emulator_controller_pb2, snapshot_service_pb2
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass

from mobile_env.phone.wire.control.enums import unknown_enum
from mobile_env.phone.wire.control.token_check import TokenCheck
from mobile_env.phone.wire.phone_thread import PhoneGoneError

_THREADS: Final = 32
# So that calls that last never take all threads.
MOST_STREAMS: Final = 24
_OPTIONS: Final = (
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", 4 << 20),
    ("grpc.so_reuseport", 0),
)


class PortTakenError(OSError):
    """The port cannot be listened on."""


class GrpcServer:
    """Serves objects whose methods are named as those of the emulator's services.

    Args:
      host: address to listen on.
      port: port to listen on.
      controller: answers for `EmulatorController`.
      snapshots: answers for `SnapshotService`.
      token: what callers must send as `authorization: Bearer TOKEN`; "" if everybody may call.
    """

    def __init__(self, host: str, port: int, controller: object, snapshots: object, token: str = "") -> None:
        self._address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._streams = threading.Semaphore(MOST_STREAMS)
        interceptors = (TokenCheck(token, "send the header `authorization: Bearer TOKEN`"),) if token else ()
        self._server = grpc.server(
            ThreadPoolExecutor(_THREADS, "phone-grpc"), options=_OPTIONS, interceptors=interceptors
        )
        for descriptor, service in (
            (emulator_controller_pb2.DESCRIPTOR.services_by_name["EmulatorController"], controller),
            (snapshot_service_pb2.DESCRIPTOR.services_by_name["SnapshotService"], snapshots),
        ):
            self._server.add_generic_rpc_handlers((self._handlers(descriptor, service),))

    def start(self) -> None:
        """Begins to serve.

        Raises:
          PortTakenError: somebody else listens there.
        """
        try:
            bound = self._server.add_insecure_port(self._address)
        except RuntimeError:
            bound = 0
        if not bound:
            raise PortTakenError(f"cannot listen on {self._address} for gRPC: is the port taken?")
        self._server.start()

    def stop(self) -> None:
        """Cuts all calls and stops serving."""
        self._server.stop(grace=None).wait()

    def _handlers(self, descriptor: ServiceDescriptor, service: object) -> grpc.GenericRpcHandler:
        handlers = {}
        for method in descriptor.methods:
            answer = getattr(service, method.name, None)
            if answer is None or method.client_streaming:
                continue
            make = (
                grpc.unary_stream_rpc_method_handler
                if method.server_streaming
                else grpc.unary_unary_rpc_method_handler
            )
            wrap = self._stream if inspect.isgeneratorfunction(answer) else self._single
            request_class = GetMessageClass(method.input_type)
            handlers[method.name] = make(
                wrap(answer),
                request_deserializer=request_class.FromString,
                response_serializer=_serialised,
            )
        return grpc.method_handlers_generic_handler(descriptor.full_name, handlers)

    def _single(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        def call(request: Any, context: grpc.ServicerContext) -> Any:
            _refuse_unknown_enums(request, context)
            try:
                return answer(request, context)
            except PhoneGoneError as error:
                context.abort(grpc.StatusCode.UNAVAILABLE, str(error))

        return call

    def _stream(self, answer: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        def call(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            _refuse_unknown_enums(request, context)
            if not self._streams.acquire(blocking=False):
                context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"more than {MOST_STREAMS} streams")
            try:
                yield from answer(request, context)
            except PhoneGoneError as error:
                context.abort(grpc.StatusCode.UNAVAILABLE, str(error))
            finally:
                self._streams.release()

        return call


def _refuse_unknown_enums(request: Any, context: grpc.ServicerContext) -> None:
    unknown = unknown_enum(request)
    if unknown is not None:
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"no value of this enum: {unknown}")


def _serialised(answer: Any) -> bytes:
    """An answer as bytes; large ones come serialised already, and are kept so."""
    return answer if isinstance(answer, bytes) else answer.SerializeToString()
