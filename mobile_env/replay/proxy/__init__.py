"""The replay proxy: mitmproxy answering from a replay store, or recording into one."""
