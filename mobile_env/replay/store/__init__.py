"""The replay store: recorded HTTP exchanges in WARC files, found again by URL."""
