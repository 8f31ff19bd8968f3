"""The replay proxy: mitmproxy answers from a replay store, or records into one."""
