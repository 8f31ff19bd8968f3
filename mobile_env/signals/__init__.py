"""The inputs of event sources: log lines, the view hierarchy, answers, pixels, and text matchers."""
