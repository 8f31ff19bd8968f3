"""Event sources, one file per kind of input. A new source is a class and a line here."""

from mobile_env.events.sources.check import CheckEvent
from mobile_env.events.sources.contract import EventSource
from mobile_env.events.sources.icon_event import IconDetect, IconDetectMatch, IconMatch, IconRecognize
from mobile_env.events.sources.log_event import LogEvent
from mobile_env.events.sources.response_event import ResponseEvent
from mobile_env.events.sources.text_event import TextDetect, TextRecognize
from mobile_env.events.sources.view_hierarchy_event import ViewHierarchyEvent

__all__ = ["SOURCES", "EventSource"]

# Sources by their field in the `event` oneof of EventSource.
SOURCES: dict[str, type[EventSource]] = {
    "check": CheckEvent,
    "icon_detect": IconDetect,
    "icon_detect_match": IconDetectMatch,
    "icon_match": IconMatch,
    "icon_recognize": IconRecognize,
    "log_event": LogEvent,
    "response_event": ResponseEvent,
    "text_detect": TextDetect,
    "text_recognize": TextRecognize,
    "view_hierarchy_event": ViewHierarchyEvent,
}
