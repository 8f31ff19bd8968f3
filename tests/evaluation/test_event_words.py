"""Events in words."""

from google.protobuf import text_format

from mobile_env.evaluation.event_words import event_words
from mobile_env.proto.task_pb2 import Task

TASK = """
event_sources { id: 2 log_event { filters: "jd:D" pattern: "mUrl is: .*Tails" } }
event_sources {
  id: 1
  view_hierarchy_event {
    selector: "node" selector: '#"title"'
    properties { property_name: "text" pattern: "^How" } properties { property_name: "top" sign: LE floating: 0.5 }
    properties { property_name: "left" }
  }
}
event_sources { id: 3 response_event { pattern: "4 hours" mode: FUZZ threshold: 80 } }
event_sources { id: 4 text_detect { expect: "Tips" } }
event_sources { id: 5 icon_recognize { class: "star" } }
event_sources { id: 6 icon_match { path: "star.png" } }
event_slots {
  reward_listener {
    type: OR
    events {
      event {
        id: 8 type: AND prerequisite: [3, 4]
        events { id: 1 } events { event { id: 9 events { id: 2 } } }
      }
    }
    events { id: 5 }
  }
  episode_end_listener { id: 7 events { event { events { id: 3 } } } }
}
"""


def test_every_event_with_an_id_is_said_in_order_of_id() -> None:
    words = event_words(text_format.Parse(TASK, Task()))
    assert list(words) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert words == {
        1: 'view_hierarchy_event: node, #"title" text=^How top=0.5',
        2: "log_event: mUrl is: .*Tails",
        3: "response_event: 4 hours",
        4: "text_detect: Tips",
        5: "icon_recognize: star",
        6: "icon_match: star.png",
        7: "episode_end: …",
        8: "reward: AND of 1, 9, after 3, 4",
        9: "reward: 2",
    }


def test_long_patterns_are_cut() -> None:
    task = text_format.Parse(f'event_sources {{ id: 1 log_event {{ pattern: "{"x" * 999}" }} }}', Task())
    assert len(event_words(task)[1]) == 160
