"""Regular expressions of Python's `re` with bounded work, for task files and for the phone's commands."""

from mobile_env.regex.pattern import LONGEST_PATTERN, Regex, RegexMatch, RunawayRegexError, SearchTime

__all__ = ["LONGEST_PATTERN", "Regex", "RegexMatch", "RunawayRegexError", "SearchTime"]
