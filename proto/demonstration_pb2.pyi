from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Demonstration(_message.Message):
    __slots__ = ("task_id", "description", "actions", "near_misses")
    TASK_ID_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    NEAR_MISSES_FIELD_NUMBER: _ClassVar[int]
    task_id: str
    description: str
    actions: _containers.RepeatedCompositeFieldContainer[DemonstrationAction]
    near_misses: _containers.RepeatedCompositeFieldContainer[NearMiss]
    def __init__(self, task_id: _Optional[str] = ..., description: _Optional[str] = ..., actions: _Optional[_Iterable[_Union[DemonstrationAction, _Mapping]]] = ..., near_misses: _Optional[_Iterable[_Union[NearMiss, _Mapping]]] = ...) -> None: ...

class Target(_message.Message):
    __slots__ = ("selector", "text", "pattern", "index", "near")
    SELECTOR_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PATTERN_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    NEAR_FIELD_NUMBER: _ClassVar[int]
    selector: str
    text: str
    pattern: str
    index: int
    near: Target
    def __init__(self, selector: _Optional[str] = ..., text: _Optional[str] = ..., pattern: _Optional[str] = ..., index: _Optional[int] = ..., near: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class DemonstrationAction(_message.Message):
    __slots__ = ("click", "long_click", "input", "scroll", "answer", "goback", "nothing", "key", "wait", "open_app", "repeat", "drag", "double_click", "finish", "comment", "matters", "only_if", "if_seen")
    class Repeat(_message.Message):
        __slots__ = ("each", "until", "times", "actions")
        EACH_FIELD_NUMBER: _ClassVar[int]
        UNTIL_FIELD_NUMBER: _ClassVar[int]
        TIMES_FIELD_NUMBER: _ClassVar[int]
        ACTIONS_FIELD_NUMBER: _ClassVar[int]
        each: str
        until: Target
        times: int
        actions: _containers.RepeatedCompositeFieldContainer[DemonstrationAction]
        def __init__(self, each: _Optional[str] = ..., until: _Optional[_Union[Target, _Mapping]] = ..., times: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[DemonstrationAction, _Mapping]]] = ...) -> None: ...
    class Drag(_message.Message):
        __slots__ = ("target", "points", "to")
        class Point(_message.Message):
            __slots__ = ("x", "y")
            X_FIELD_NUMBER: _ClassVar[int]
            Y_FIELD_NUMBER: _ClassVar[int]
            x: float
            y: float
            def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ...) -> None: ...
        TARGET_FIELD_NUMBER: _ClassVar[int]
        POINTS_FIELD_NUMBER: _ClassVar[int]
        TO_FIELD_NUMBER: _ClassVar[int]
        target: Target
        points: _containers.RepeatedCompositeFieldContainer[DemonstrationAction.Drag.Point]
        to: Target
        def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ..., points: _Optional[_Iterable[_Union[DemonstrationAction.Drag.Point, _Mapping]]] = ..., to: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...
    class Finish(_message.Message):
        __slots__ = ("status",)
        class Status(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            COMPLETE: _ClassVar[DemonstrationAction.Finish.Status]
            INFEASIBLE: _ClassVar[DemonstrationAction.Finish.Status]
        COMPLETE: DemonstrationAction.Finish.Status
        INFEASIBLE: DemonstrationAction.Finish.Status
        STATUS_FIELD_NUMBER: _ClassVar[int]
        status: DemonstrationAction.Finish.Status
        def __init__(self, status: _Optional[_Union[DemonstrationAction.Finish.Status, str]] = ...) -> None: ...
    class Input(_message.Message):
        __slots__ = ("target", "text", "enter")
        TARGET_FIELD_NUMBER: _ClassVar[int]
        TEXT_FIELD_NUMBER: _ClassVar[int]
        ENTER_FIELD_NUMBER: _ClassVar[int]
        target: Target
        text: str
        enter: bool
        def __init__(self, target: _Optional[_Union[Target, _Mapping]] = ..., text: _Optional[str] = ..., enter: _Optional[bool] = ...) -> None: ...
    class Scroll(_message.Message):
        __slots__ = ("direction", "until", "times")
        class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            DOWN: _ClassVar[DemonstrationAction.Scroll.Direction]
            UP: _ClassVar[DemonstrationAction.Scroll.Direction]
            LEFT: _ClassVar[DemonstrationAction.Scroll.Direction]
            RIGHT: _ClassVar[DemonstrationAction.Scroll.Direction]
        DOWN: DemonstrationAction.Scroll.Direction
        UP: DemonstrationAction.Scroll.Direction
        LEFT: DemonstrationAction.Scroll.Direction
        RIGHT: DemonstrationAction.Scroll.Direction
        DIRECTION_FIELD_NUMBER: _ClassVar[int]
        UNTIL_FIELD_NUMBER: _ClassVar[int]
        TIMES_FIELD_NUMBER: _ClassVar[int]
        direction: DemonstrationAction.Scroll.Direction
        until: Target
        times: int
        def __init__(self, direction: _Optional[_Union[DemonstrationAction.Scroll.Direction, str]] = ..., until: _Optional[_Union[Target, _Mapping]] = ..., times: _Optional[int] = ...) -> None: ...
    class Answer(_message.Message):
        __slots__ = ("text", "paraphrases")
        TEXT_FIELD_NUMBER: _ClassVar[int]
        PARAPHRASES_FIELD_NUMBER: _ClassVar[int]
        text: str
        paraphrases: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, text: _Optional[str] = ..., paraphrases: _Optional[_Iterable[str]] = ...) -> None: ...
    class GoBack(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Nothing(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Key(_message.Message):
        __slots__ = ("name",)
        NAME_FIELD_NUMBER: _ClassVar[int]
        name: str
        def __init__(self, name: _Optional[str] = ...) -> None: ...
    class Wait(_message.Message):
        __slots__ = ("seconds",)
        SECONDS_FIELD_NUMBER: _ClassVar[int]
        seconds: float
        def __init__(self, seconds: _Optional[float] = ...) -> None: ...
    CLICK_FIELD_NUMBER: _ClassVar[int]
    LONG_CLICK_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    SCROLL_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    GOBACK_FIELD_NUMBER: _ClassVar[int]
    NOTHING_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    OPEN_APP_FIELD_NUMBER: _ClassVar[int]
    REPEAT_FIELD_NUMBER: _ClassVar[int]
    DRAG_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_CLICK_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    MATTERS_FIELD_NUMBER: _ClassVar[int]
    ONLY_IF_FIELD_NUMBER: _ClassVar[int]
    IF_SEEN_FIELD_NUMBER: _ClassVar[int]
    click: Target
    long_click: Target
    input: DemonstrationAction.Input
    scroll: DemonstrationAction.Scroll
    answer: DemonstrationAction.Answer
    goback: DemonstrationAction.GoBack
    nothing: DemonstrationAction.Nothing
    key: DemonstrationAction.Key
    wait: DemonstrationAction.Wait
    open_app: str
    repeat: DemonstrationAction.Repeat
    drag: DemonstrationAction.Drag
    double_click: Target
    finish: DemonstrationAction.Finish
    comment: str
    matters: bool
    only_if: str
    if_seen: Target
    def __init__(self, click: _Optional[_Union[Target, _Mapping]] = ..., long_click: _Optional[_Union[Target, _Mapping]] = ..., input: _Optional[_Union[DemonstrationAction.Input, _Mapping]] = ..., scroll: _Optional[_Union[DemonstrationAction.Scroll, _Mapping]] = ..., answer: _Optional[_Union[DemonstrationAction.Answer, _Mapping]] = ..., goback: _Optional[_Union[DemonstrationAction.GoBack, _Mapping]] = ..., nothing: _Optional[_Union[DemonstrationAction.Nothing, _Mapping]] = ..., key: _Optional[_Union[DemonstrationAction.Key, _Mapping]] = ..., wait: _Optional[_Union[DemonstrationAction.Wait, _Mapping]] = ..., open_app: _Optional[str] = ..., repeat: _Optional[_Union[DemonstrationAction.Repeat, _Mapping]] = ..., drag: _Optional[_Union[DemonstrationAction.Drag, _Mapping]] = ..., double_click: _Optional[_Union[Target, _Mapping]] = ..., finish: _Optional[_Union[DemonstrationAction.Finish, _Mapping]] = ..., comment: _Optional[str] = ..., matters: _Optional[bool] = ..., only_if: _Optional[str] = ..., if_seen: _Optional[_Union[Target, _Mapping]] = ...) -> None: ...

class NearMiss(_message.Message):
    __slots__ = ("description", "start", "actions")
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    description: str
    start: int
    actions: _containers.RepeatedCompositeFieldContainer[DemonstrationAction]
    def __init__(self, description: _Optional[str] = ..., start: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[DemonstrationAction, _Mapping]]] = ...) -> None: ...
