"""atx-agent on port 7912, which version 2 of uiautomator2's client talks to: device facts, a shell, files, apps.

It runs as on a phone that the client has set up before, and starts and stops the server of JSON-RPC itself.
"""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.shell import Shell
from mobile_env.phone.shell.call import decode
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
from mobile_env.phone.wire.uiautomator2.server import DEFAULT_PORT, Uiautomator2Server
from mobile_env.phone.wire.uiautomator2.service import jpeg

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

Result = TypeVar("Result")

PORT: Final = 7912
VERSION: Final = "0.10.0"
"""What version 2.16 of the client asks for."""
_MAC: Final = "02:00:00:00:01:00"
_MEMORY_KB: Final = 2_024_576


class AtxAgent:
    """Answers on its port. Its methods are called on the event loop.

    Args:
      thread: where the phone lives.
      ports: what listens on the phone.
    """

    def __init__(self, thread: PhoneThread, ports: LocalPorts) -> None:
        self._thread = thread
        self._ports = ports
        self._server: Uiautomator2Server | None = None
        ports.listen(f"tcp:{PORT}", self._serve)

    def stop(self) -> None:
        """Ends listening, and stops what it started."""
        self._ports.stop(f"tcp:{PORT}")
        self._stop_server()

    async def _serve(self, stream: AdbStream) -> None:
        await serve_http(stream, self.answer)

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answers a request by its path; 404 for what the agent does not have."""
        for pattern, route in _ROUTES:
            match = pattern.fullmatch(request.path)
            if match is not None:
                return await route(self, request, match[1] if match.groups() else "")
        return text_response("404 page not found\n", 404)

    async def _on_phone(self, work: Callable[[Phone], Result]) -> Result:
        return await asyncio.wrap_future(self._thread.submit(work))

    async def _run(self, command: str) -> tuple[str, int]:
        """Output of a command line, both streams joined, and its exit code."""

        def run(phone: Phone) -> tuple[str, int]:
            result = Shell(phone).run(command, b"", joined=True)
            return decode(result.stdout), result.exit_code

        output, code = await self._on_phone(run)
        return output.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), code

    # Routes: the request, and what stands in the path.

    async def _version(self, request: HttpRequest, _: str) -> HttpResponse:
        return text_response(VERSION)

    async def _info(self, request: HttpRequest, _: str) -> HttpResponse:
        return json_response(await self._on_phone(_device_info))

    async def _shell(self, request: HttpRequest, _: str) -> HttpResponse:
        fields = request.form()
        command = fields.get("command") or fields.get("c") or ""
        output, code = await self._run(command)
        answer: dict[str, Any] = {"output": output, "exitCode": code}
        if code:
            answer["error"] = f"exit status {code}"
        return json_response(answer)

    async def _shell_stream(self, request: HttpRequest, _: str) -> HttpResponse:
        fields = request.form()
        output, _code = await self._run(fields.get("command") or fields.get("c") or "")
        return text_response(output)

    async def _rpc(self, request: HttpRequest, _: str) -> HttpResponse:
        if self._server is None or self._server.stopped.is_set():
            return text_response("uiautomator is not running", 502)
        return await self._server.answer(request)

    async def _screenshot(self, request: HttpRequest, _: str) -> HttpResponse:
        return HttpResponse(await self._on_phone(lambda phone: jpeg(phone, 1.0, 90)), "image/jpeg")

    async def _service(self, request: HttpRequest, name: str) -> HttpResponse:
        if name != "uiautomator":
            return json_response({"success": False, "description": f"service {name} not found"}, 400)
        running = self._server is not None and not self._server.stopped.is_set()
        if request.method == "GET":
            return json_response({"running": running})
        if request.method == "POST":
            return self._start_server(running)
        if request.method == "DELETE":
            self._stop_server()
            return json_response(
                {"success": True, "description": "successfully stopped" if running else "already stopped"}
            )
        raise HttpError(405, "GET, POST or DELETE")

    def _start_server(self, running: bool) -> HttpResponse:
        if running:
            return json_response({"success": True, "description": "already started"})
        server = Uiautomator2Server(self._thread, self._ports, DEFAULT_PORT)
        try:
            server.start()
        except OSError:
            # Another client runs its own: two cannot hold the accessibility service at once.
            return json_response(
                {"success": False, "description": "UiAutomationService already registered!"}, 500
            )
        self._server = server
        return json_response({"success": True, "description": "successfully started"})

    def _stop_server(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None

    async def _upload(self, request: HttpRequest, path: str) -> HttpResponse:
        name, data, fields = _multipart(request)
        target = "/" + path + (name if path.endswith("/") or not path else "")
        mode = int(fields.get("mode", "0644") or "0644", 8) & 0o7777

        def write(phone: Phone) -> None:
            parent = target.rpartition("/")[0]
            if parent:
                phone.state.files.make_directory(parent, parents=True)
            phone.state.files.write(target, data, mode=mode)

        try:
            await self._on_phone(write)
        except OSError as error:
            raise HttpError(500, f"{target}: {error.strerror}") from None
        return json_response({"target": target, "isDir": False, "mode": f"0{mode:o}"})

    async def _raw(self, request: HttpRequest, path: str) -> HttpResponse:
        try:
            data = await self._on_phone(lambda phone: phone.state.files.read(f"/{path}"))
        except OSError as error:
            raise HttpError(404, f"/{path}: {error.strerror}") from None
        return HttpResponse(data, "application/octet-stream")

    async def _pidof(self, request: HttpRequest, package: str) -> HttpResponse:
        processes = await self._on_phone(lambda phone: list(phone.state.processes.list()))
        pid = next((process.pid for process in processes if process.name == package), None)
        return text_response("", 410) if pid is None else text_response(str(pid))

    async def _package(self, request: HttpRequest, package: str) -> HttpResponse:
        facts = await self._on_phone(lambda phone: _package_info(phone, package))
        if facts is None:
            return json_response({"success": False, "description": f"package {package} not found"}, 400)
        return json_response({"success": True, "data": facts})

    async def _session(self, request: HttpRequest, package: str) -> HttpResponse:
        fields = request.form()
        facts = await self._on_phone(lambda phone: _package_info(phone, package))
        if facts is None or not facts["mainActivity"]:
            return text_response(f"package {package} not found", 410)
        component = f"{package}/{facts['mainActivity']}"
        flags = fields.get("flags", "-S")
        output, code = await self._run(f"am start {flags} -W -n {shlex.quote(component)}")
        answer = {"success": code == 0, "output": output, "mainActivity": facts["mainActivity"], "error": ""}
        return json_response(answer if code == 0 else {**answer, "error": f"exit status {code}"})

    async def _timeout(self, request: HttpRequest, _: str) -> HttpResponse:
        text = request.body.decode("utf-8", "replace").strip()
        if not re.fullmatch(r"[0-9]{1,9}", text):
            return json_response(
                {"success": False, "description": f"no number of seconds: {text[:100]}"}, 400
            )
        # The agent kills an idle server after so long; the phone's server costs nothing while it is idle.
        return json_response({"success": True, "description": f"newCommandTimeout updated to {int(text)}s"})

    async def _wlan(self, request: HttpRequest, _: str) -> HttpResponse:
        output, _code = await self._run("ip -4 -o addr show wlan0 2>/dev/null")
        match = re.search(r"inet ([0-9.]+)", output)
        return text_response(match[1] if match else "")


Route = Callable[[AtxAgent, HttpRequest, str], Awaitable[HttpResponse]]
_ROUTES: Final[tuple[tuple[re.Pattern[str], Route], ...]] = tuple(
    (re.compile(path, re.DOTALL), route)
    for path, route in (
        (r"/version", AtxAgent._version),
        (r"/info", AtxAgent._info),
        (r"/shell", AtxAgent._shell),
        (r"/shell/(?:stream|background)", AtxAgent._shell_stream),
        (r"/jsonrpc/0", AtxAgent._rpc),
        (r"/ping", AtxAgent._rpc),
        (r"/screenshot(?:/0)?", AtxAgent._screenshot),
        (r"/(?:services/)?(uiautomator)", AtxAgent._service),
        (r"/services/([^/]*)", AtxAgent._service),
        (r"/upload/(.*)", AtxAgent._upload),
        (r"/raw/(.*)", AtxAgent._raw),
        (r"/pidof/([^/]+)", AtxAgent._pidof),
        (r"/packages/([^/]+)/info", AtxAgent._package),
        (r"/session/([^/]+)", AtxAgent._session),
        (r"/newCommandTimeout", AtxAgent._timeout),
        (r"/wlan/ip", AtxAgent._wlan),
    )
)


def _device_info(phone: Phone) -> dict[str, Any]:
    properties, reading = phone.state.properties, phone.service(BatteryService).reading
    upright = phone.display if phone.orientation % 2 == 0 else phone.display.rotated()
    serial = properties.get("ro.serialno")
    model = properties.get("ro.product.model")
    return {
        "udid": f"{serial}-{_MAC}-{model}",
        "version": properties.get("ro.build.version.release"),
        "serial": serial,
        "brand": properties.get("ro.product.brand"),
        "model": model,
        "hwaddr": _MAC,
        "sdk": int(properties.get("ro.build.version.sdk")),
        "agentVersion": VERSION,
        "display": {"width": upright.width_px, "height": upright.height_px},
        "battery": {
            "acPowered": reading.ac,
            "usbPowered": reading.usb,
            "wirelessPowered": reading.wireless,
            "status": reading.status,
            "health": reading.health,
            "present": reading.present,
            "level": reading.level,
            "scale": 100,
            "voltage": 5000,
            "temperature": reading.temperature,
            "technology": "Li-ion",
        },
        "memory": {"total": _MEMORY_KB, "around": "2 GB"},
        "arch": "x86_64",
        "owner": None,
        "presenceChangedAt": "0001-01-01T00:00:00Z",
        "usingBeganAt": "0001-01-01T00:00:00Z",
        "product": None,
        "provider": None,
    }


def _package_info(phone: Phone, name: str) -> dict[str, Any] | None:
    package = phone.packages.get(name)
    if package is None:
        return None
    intent = phone.packages.launch_intent(name)
    return {
        "packageName": name,
        "mainActivity": intent.component.partition("/")[2] if intent and intent.component else "",
        "label": package.label,
        "versionName": package.version_name,
        "versionCode": package.version_code,
        "size": phone.state.files.stat(package.apk_path).size,
    }


def _multipart(request: HttpRequest) -> tuple[str, bytes, dict[str, str]]:
    """The file of a form: its name and contents; and the form's other fields.

    Raises:
      HttpError: the body is no such form.
    """
    match = re.search(r'boundary="?([^";]+)', request.headers.get("content-type", ""))
    if match is None:
        raise HttpError(400, "the body is no multipart form")
    name, data = None, b""
    fields: dict[str, str] = {}
    # A line end before each boundary belongs to the boundary.
    for part in (b"\r\n" + request.body).split(b"\r\n--" + match[1].encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        text = head.decode("utf-8", "replace")
        field = re.search(r'\bname="([^"]*)"', text)
        file = re.search(r'\bfilename="([^"]*)"', text)
        if file is not None:
            name, data = file[1], content
        elif field is not None:
            fields[field[1]] = content.decode("utf-8", "replace")
    if name is None:
        raise HttpError(400, "the form has no file")
    return name, data, fields
