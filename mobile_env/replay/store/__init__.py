"""The replay store: HTTP exchanges recorded in WARC files and looked up by URL."""
