"""The server of u2.jar: JSON-RPC over HTTP on a port of the phone, while `app_process` runs it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mobile_env.phone.wire.adb.local_ports import LocalPorts
from mobile_env.phone.wire.adb.stream import AdbStream
from mobile_env.phone.wire.phone_thread import PhoneThread
from mobile_env.phone.wire.uiautomator2.http import (
    HttpError,
    HttpRequest,
    HttpResponse,
    json_response,
    serve_http,
    text_response,
)
from mobile_env.phone.wire.uiautomator2.objects import ObjectNotFoundError
from mobile_env.phone.wire.uiautomator2.selectors import SelectorError
from mobile_env.phone.wire.uiautomator2.service import AutomatorService, jpeg
from mobile_env.regex import RunawayRegexError

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

_log = logging.getLogger(__name__)

Result = TypeVar("Result")

DEFAULT_PORT: Final = 9008
LONGEST_WAIT_MS: Final = 600_000
_POLL_SECONDS: Final = 1 / 15

# Codes of JSON-RPC, and of the server's own errors.
_INVALID_REQUEST, _NO_METHOD, _BAD_PARAMETERS, _FAILED = -32600, -32601, -32602, -32001
_NOT_FOUND: Final = "androidx.test.uiautomator.UiObjectNotFoundException"
_JAVA: Final[dict[type[Exception], str]] = {
    ObjectNotFoundError: _NOT_FOUND,
    SelectorError: "java.lang.IllegalArgumentException",
    RunawayRegexError: "java.util.regex.PatternSyntaxException",
    RecursionError: "java.lang.StackOverflowError",
}

_COMMAND: Final = re.compile(
    r"\s*CLASSPATH=(?P<jar>[^\s'\"]+)\s+(?:/system/bin/)?app_process\s+\S+\s+com\.wetest\.uia2\.Main"
    r"(?P<options>(?:\s+(?:-p|--port)\s+\S+)?)\s*"
)


@dataclass(frozen=True)
class Launch:
    """A command line that runs the server: which file has its classes, and the port, not checked yet."""

    jar: str
    port: str


def parse_launch(command: str) -> Launch | None:
    """What a command line asks for that runs the server; None for every other command line."""
    match = _COMMAND.fullmatch(command)
    if match is None:
        return None
    options = match["options"].split()
    return Launch(match["jar"], options[1] if options else str(DEFAULT_PORT))


class Uiautomator2Server:
    """Answers on a port until it is stopped. Its methods are called on the event loop.

    Args:
      thread: where the phone lives.
      ports: what listens on the phone.
      port: the port that it takes.
    """

    def __init__(self, thread: PhoneThread, ports: LocalPorts, port: int = DEFAULT_PORT) -> None:
        self._thread = thread
        self._ports = ports
        self._address = f"tcp:{port}"
        self._service = AutomatorService()
        self._stop_watching: Callable[[], None] | None = None
        self.stopped = asyncio.Event()

    def start(self) -> None:
        """Begins to listen.

        Raises:
          OSError: the port is taken.
        """
        self._ports.listen(self._address, self._serve)
        self._stop_watching = self._thread.watch(self._service.notice)

    def stop(self) -> None:
        """Ends listening; harmless when called twice."""
        if not self.stopped.is_set():
            self.stopped.set()
            self._ports.stop(self._address)
            if self._stop_watching is not None:
                self._stop_watching()

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answers a request as AutomatorHttpServer does."""
        if request.path == "/ping":
            return text_response("pong")
        if request.path == "/stop":
            self.stop()
            return text_response("Server stopped!!!")
        if request.path == "/screenshot/0":
            scale, quality = request.query.get("scale", "1"), request.query.get("quality", "100")
            try:
                numbers = float(scale), int(quality)
            except ValueError:
                raise HttpError(400, f"scale {scale} or quality {quality} is no number") from None
            picture = await self._on_phone(lambda phone: jpeg(phone, *numbers))
            return HttpResponse(picture, "image/jpeg")
        if request.path == "/jsonrpc/0":
            return await self._call(request.body)
        return text_response("Not Found!!!", 404)

    async def _serve(self, stream: AdbStream) -> None:
        await serve_http(stream, self.answer)

    async def _on_phone(self, work: Callable[[Phone], Result]) -> Result:
        return await asyncio.wrap_future(self._thread.submit(work))

    # JSON-RPC 2.0.

    async def _call(self, body: bytes) -> HttpResponse:
        try:
            call = json.loads(body)
        except (ValueError, RecursionError):
            return text_response("Invalid http post data!", 500)
        if not isinstance(call, dict) or not isinstance(call.get("method"), str):
            return _error(None, _INVALID_REQUEST, "invalid request", None)
        number, method, parameters = call.get("id"), call["method"], call.get("params") or []
        if not isinstance(parameters, list):
            # By name: no method of the table has named parameters, an empty object is none.
            return _error(number, _BAD_PARAMETERS, "parameters are a list", None)
        try:
            result = await self._result(method, parameters)
        except KeyError:
            return _error(number, _NO_METHOD, f"method not found: {method}", None)
        except Exception as error:
            name = next((java for kind, java in _JAVA.items() if isinstance(error, kind)), None)
            if isinstance(error, TypeError | ValueError) and name is None:
                return _error(number, _BAD_PARAMETERS, f"method parameters invalid: {error}", None)
            if name is None:
                _log.exception("the method %r of uiautomator2's server failed", method)
                return _error(number, _FAILED, "java.lang.RuntimeException", traceback.format_exc())
            return _error(number, _FAILED, name, f"{error}")
        return json_response({"jsonrpc": "2.0", "id": number, "result": result})

    async def _result(self, method: str, parameters: list[Any]) -> Any:
        if method in ("waitForExists", "waitUntilGone"):
            target, limit = parameters
            return await self._wait(target, float(limit), gone=method == "waitUntilGone")
        function = self._service.methods[method]
        return await self._on_phone(lambda phone: _invoked(function, phone, parameters))

    async def _wait(self, target: Any, limit_ms: float, *, gone: bool) -> bool:
        """Waits for an object on the phone's clock, which moves for it unless it moves with the wall's."""
        left = min(max(limit_ms, 0.0), LONGEST_WAIT_MS) / 1000
        while True:
            if await self._on_phone(lambda phone: self._service.exists(phone, target) is not gone):
                return True
            if left <= 0:
                return False
            step = min(_POLL_SECONDS, left)
            left -= step
            if self._thread.real_time:
                await asyncio.sleep(step)
            else:
                await self._on_phone(lambda phone, step=step: phone.advance(step))  # type: ignore[misc]


def _invoked(function: Callable[..., Any], phone: Phone, parameters: list[Any]) -> Any:
    try:
        return function(phone, *parameters)
    except KeyError as error:
        raise RuntimeError(f"no {error}") from error  # not a method that is missing


def _error(number: Any, code: int, message: str, data: str | None) -> HttpResponse:
    error = {"code": code, "message": message, "data": data}
    return json_response({"jsonrpc": "2.0", "id": number, "error": error})
