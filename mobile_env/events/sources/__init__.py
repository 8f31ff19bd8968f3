"""Event sources, one a file. A new one is its file and a line here."""

from mobile_env.events.sources.contract import EventSource
from mobile_env.events.sources.icon_detect import IconDetect
from mobile_env.events.sources.icon_detect_match import IconDetectMatch
from mobile_env.events.sources.icon_match import IconMatch
from mobile_env.events.sources.icon_recognize import IconRecognize
from mobile_env.events.sources.log_event import LogEvent
from mobile_env.events.sources.response_event import ResponseEvent
from mobile_env.events.sources.text_detect import TextDetect
from mobile_env.events.sources.text_recognize import TextRecognize
from mobile_env.events.sources.view_hierarchy_event import ViewHierarchyEvent

__all__ = ["SOURCES", "EventSource"]

# Sources by their field of the `event` oneof of EventSource.
SOURCES: dict[str, type[EventSource]] = {
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
