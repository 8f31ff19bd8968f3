"""Searches in WikiHow on the only device, with mobile-mcp: python mobile_mcp_search.py INDEX_JS SERIAL QUERY."""

import json
import re
import subprocess
import sys

WIKIHOW = "com.wikihow.wikihowapp"


class Server:
    """mobile-mcp, spoken to by MCP over its standard streams."""

    def __init__(self, path):
        self._process = subprocess.Popen(
            ["node", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._last = 0
        client = {
            "protocolVersion": "2024-11-05",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        self.request("initialize", client)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _send(self, message):
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def request(self, method, params):
        self._last += 1
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        while True:
            line = self._process.stdout.readline()
            assert line, "mobile-mcp ended"
            answer = json.loads(line)
            if answer.get("id") == self._last:
                assert "error" not in answer, answer
                return answer["result"]

    def call(self, tool, **arguments):
        """The text that a tool answers, or its whole content."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), result
        return "".join(part.get("text", "") for part in result["content"])

    def close(self):
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait(10)


def main(path, _serial, query):
    server = Server(path)
    try:
        listed = json.loads(server.call("mobile_list_available_devices"))
        device = listed["devices"][0]["id"]  # the serial, or the name of the virtual device
        assert WIKIHOW in server.call("mobile_list_apps", device=device)
        listed = server.call("mobile_list_elements_on_screen", device=device)
        line = next(line for line in listed.splitlines() if f'id="{WIKIHOW}:id/search_button"' in line)
        left, top, width, height = map(int, re.search(r"at=(\d+),(\d+) size=(\d+)x(\d+)", line).groups())
        x, y = left + width // 2, top + height // 2
        server.call("mobile_click_on_screen_at_coordinates", device=device, x=x, y=y)
        server.call("mobile_type_keys", device=device, text=query, submit=False)
        assert query in server.call("mobile_list_elements_on_screen", device=device)
    finally:
        server.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
