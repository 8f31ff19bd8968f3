"""What event sources need of a step: log lines, the view hierarchy, answers, pixels, and text matchers."""
