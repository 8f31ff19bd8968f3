from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Call(_message.Message):
    __slots__ = ("session", "number", "hierarchy_known", "frame_known", "dropped_snapshots")
    SESSION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    HIERARCHY_KNOWN_FIELD_NUMBER: _ClassVar[int]
    FRAME_KNOWN_FIELD_NUMBER: _ClassVar[int]
    DROPPED_SNAPSHOTS_FIELD_NUMBER: _ClassVar[int]
    session: str
    number: int
    hierarchy_known: int
    frame_known: int
    dropped_snapshots: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, session: _Optional[str] = ..., number: _Optional[int] = ..., hierarchy_known: _Optional[int] = ..., frame_known: _Optional[int] = ..., dropped_snapshots: _Optional[_Iterable[int]] = ...) -> None: ...

class OpenRequest(_message.Message):
    __slots__ = ("session", "protocol", "seed", "frames")
    SESSION_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    session: str
    protocol: int
    seed: int
    frames: FrameFormat
    def __init__(self, session: _Optional[str] = ..., protocol: _Optional[int] = ..., seed: _Optional[int] = ..., frames: _Optional[_Union[FrameFormat, _Mapping]] = ...) -> None: ...

class OpenReply(_message.Message):
    __slots__ = ("device", "embedded", "snapshots", "width", "height", "lease", "largest_request", "last_call")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    EMBEDDED_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOTS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    LEASE_FIELD_NUMBER: _ClassVar[int]
    LARGEST_REQUEST_FIELD_NUMBER: _ClassVar[int]
    LAST_CALL_FIELD_NUMBER: _ClassVar[int]
    device: str
    embedded: bool
    snapshots: bool
    width: int
    height: int
    lease: float
    largest_request: int
    last_call: int
    def __init__(self, device: _Optional[str] = ..., embedded: _Optional[bool] = ..., snapshots: _Optional[bool] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., lease: _Optional[float] = ..., largest_request: _Optional[int] = ..., last_call: _Optional[int] = ...) -> None: ...

class CloseRequest(_message.Message):
    __slots__ = ("session",)
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class CloseReply(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class HeartbeatRequest(_message.Message):
    __slots__ = ("session",)
    SESSION_FIELD_NUMBER: _ClassVar[int]
    session: str
    def __init__(self, session: _Optional[str] = ...) -> None: ...

class HeartbeatReply(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LaunchRequest(_message.Message):
    __slots__ = ("call",)
    CALL_FIELD_NUMBER: _ClassVar[int]
    call: Call
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ...) -> None: ...

class LaunchReply(_message.Message):
    __slots__ = ("width", "height", "signals")
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    width: int
    height: int
    signals: Signals
    def __init__(self, width: _Optional[int] = ..., height: _Optional[int] = ..., signals: _Optional[_Union[Signals, _Mapping]] = ...) -> None: ...

class FrameFormat(_message.Message):
    __slots__ = ("codec", "quality", "width", "height")
    class Codec(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        LOSSLESS: _ClassVar[FrameFormat.Codec]
        JPEG: _ClassVar[FrameFormat.Codec]
        WEBP: _ClassVar[FrameFormat.Codec]
        COMPACT: _ClassVar[FrameFormat.Codec]
    LOSSLESS: FrameFormat.Codec
    JPEG: FrameFormat.Codec
    WEBP: FrameFormat.Codec
    COMPACT: FrameFormat.Codec
    CODEC_FIELD_NUMBER: _ClassVar[int]
    QUALITY_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    codec: FrameFormat.Codec
    quality: int
    width: int
    height: int
    def __init__(self, codec: _Optional[_Union[FrameFormat.Codec, str]] = ..., quality: _Optional[int] = ..., width: _Optional[int] = ..., height: _Optional[int] = ...) -> None: ...

class PrimitiveAction(_message.Message):
    __slots__ = ("type", "x", "y", "text", "key")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TOUCH: _ClassVar[PrimitiveAction.Type]
        LIFT: _ClassVar[PrimitiveAction.Type]
        REPEAT: _ClassVar[PrimitiveAction.Type]
        TEXT: _ClassVar[PrimitiveAction.Type]
        KEY: _ClassVar[PrimitiveAction.Type]
    TOUCH: PrimitiveAction.Type
    LIFT: PrimitiveAction.Type
    REPEAT: PrimitiveAction.Type
    TEXT: PrimitiveAction.Type
    KEY: PrimitiveAction.Type
    TYPE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    type: PrimitiveAction.Type
    x: float
    y: float
    text: bytes
    key: str
    def __init__(self, type: _Optional[_Union[PrimitiveAction.Type, str]] = ..., x: _Optional[float] = ..., y: _Optional[float] = ..., text: _Optional[bytes] = ..., key: _Optional[str] = ...) -> None: ...

class Wants(_message.Message):
    __slots__ = ("versions", "orientation", "foreground", "hierarchy", "frame")
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    FOREGROUND_FIELD_NUMBER: _ClassVar[int]
    HIERARCHY_FIELD_NUMBER: _ClassVar[int]
    FRAME_FIELD_NUMBER: _ClassVar[int]
    versions: bool
    orientation: bool
    foreground: bool
    hierarchy: bool
    frame: bool
    def __init__(self, versions: _Optional[bool] = ..., orientation: _Optional[bool] = ..., foreground: _Optional[bool] = ..., hierarchy: _Optional[bool] = ..., frame: _Optional[bool] = ...) -> None: ...

class PerformRequest(_message.Message):
    __slots__ = ("call", "actions", "midway", "at_end")
    CALL_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    MIDWAY_FIELD_NUMBER: _ClassVar[int]
    AT_END_FIELD_NUMBER: _ClassVar[int]
    call: Call
    actions: _containers.RepeatedCompositeFieldContainer[PrimitiveAction]
    midway: Wants
    at_end: Wants
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[PrimitiveAction, _Mapping]]] = ..., midway: _Optional[_Union[Wants, _Mapping]] = ..., at_end: _Optional[_Union[Wants, _Mapping]] = ...) -> None: ...

class PerformReply(_message.Message):
    __slots__ = ("signals",)
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    signals: _containers.RepeatedCompositeFieldContainer[Signals]
    def __init__(self, signals: _Optional[_Iterable[_Union[Signals, _Mapping]]] = ...) -> None: ...

class TakeBackRequest(_message.Message):
    __slots__ = ("call", "kept", "wants")
    CALL_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    WANTS_FIELD_NUMBER: _ClassVar[int]
    call: Call
    kept: int
    wants: Wants
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., kept: _Optional[int] = ..., wants: _Optional[_Union[Wants, _Mapping]] = ...) -> None: ...

class ObserveRequest(_message.Message):
    __slots__ = ("call", "wants")
    CALL_FIELD_NUMBER: _ClassVar[int]
    WANTS_FIELD_NUMBER: _ClassVar[int]
    call: Call
    wants: Wants
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., wants: _Optional[_Union[Wants, _Mapping]] = ...) -> None: ...

class SleepRequest(_message.Message):
    __slots__ = ("call", "seconds")
    CALL_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    call: Call
    seconds: float
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., seconds: _Optional[float] = ...) -> None: ...

class SignalsReply(_message.Message):
    __slots__ = ("signals",)
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    signals: Signals
    def __init__(self, signals: _Optional[_Union[Signals, _Mapping]] = ...) -> None: ...

class Signals(_message.Message):
    __slots__ = ("log", "clock", "hierarchy_version", "screen_version", "orientation", "foreground", "hierarchy", "frame")
    LOG_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    HIERARCHY_VERSION_FIELD_NUMBER: _ClassVar[int]
    SCREEN_VERSION_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    FOREGROUND_FIELD_NUMBER: _ClassVar[int]
    HIERARCHY_FIELD_NUMBER: _ClassVar[int]
    FRAME_FIELD_NUMBER: _ClassVar[int]
    log: _containers.RepeatedCompositeFieldContainer[LogLine]
    clock: float
    hierarchy_version: int
    screen_version: int
    orientation: int
    foreground: str
    hierarchy: Hierarchy
    frame: Frame
    def __init__(self, log: _Optional[_Iterable[_Union[LogLine, _Mapping]]] = ..., clock: _Optional[float] = ..., hierarchy_version: _Optional[int] = ..., screen_version: _Optional[int] = ..., orientation: _Optional[int] = ..., foreground: _Optional[str] = ..., hierarchy: _Optional[_Union[Hierarchy, _Mapping]] = ..., frame: _Optional[_Union[Frame, _Mapping]] = ...) -> None: ...

class LogLine(_message.Message):
    __slots__ = ("time", "pid", "tid", "level", "tag", "message")
    TIME_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    TID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    TAG_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    time: float
    pid: int
    tid: int
    level: str
    tag: bytes
    message: bytes
    def __init__(self, time: _Optional[float] = ..., pid: _Optional[int] = ..., tid: _Optional[int] = ..., level: _Optional[str] = ..., tag: _Optional[bytes] = ..., message: _Optional[bytes] = ...) -> None: ...

class Hierarchy(_message.Message):
    __slots__ = ("number", "base", "front", "back", "middle")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    FRONT_FIELD_NUMBER: _ClassVar[int]
    BACK_FIELD_NUMBER: _ClassVar[int]
    MIDDLE_FIELD_NUMBER: _ClassVar[int]
    number: int
    base: int
    front: int
    back: int
    middle: bytes
    def __init__(self, number: _Optional[int] = ..., base: _Optional[int] = ..., front: _Optional[int] = ..., back: _Optional[int] = ..., middle: _Optional[bytes] = ...) -> None: ...

class Frame(_message.Message):
    __slots__ = ("number", "base", "width", "height", "top", "rows", "coding", "data", "deflated")
    class Coding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        RAW: _ClassVar[Frame.Coding]
        RUNS: _ClassVar[Frame.Coding]
        IMAGE: _ClassVar[Frame.Coding]
    RAW: Frame.Coding
    RUNS: Frame.Coding
    IMAGE: Frame.Coding
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    CODING_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    DEFLATED_FIELD_NUMBER: _ClassVar[int]
    number: int
    base: int
    width: int
    height: int
    top: int
    rows: int
    coding: Frame.Coding
    data: bytes
    deflated: bool
    def __init__(self, number: _Optional[int] = ..., base: _Optional[int] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., top: _Optional[int] = ..., rows: _Optional[int] = ..., coding: _Optional[_Union[Frame.Coding, str]] = ..., data: _Optional[bytes] = ..., deflated: _Optional[bool] = ...) -> None: ...

class AdbRequest(_message.Message):
    __slots__ = ("call", "arguments", "timeout")
    CALL_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    call: Call
    arguments: _containers.RepeatedCompositeFieldContainer[AdbArgument]
    timeout: float
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., arguments: _Optional[_Iterable[_Union[AdbArgument, _Mapping]]] = ..., timeout: _Optional[float] = ...) -> None: ...

class AdbArgument(_message.Message):
    __slots__ = ("word", "file", "destination")
    WORD_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    DESTINATION_FIELD_NUMBER: _ClassVar[int]
    word: bytes
    file: LocalFile
    destination: Destination
    def __init__(self, word: _Optional[bytes] = ..., file: _Optional[_Union[LocalFile, _Mapping]] = ..., destination: _Optional[_Union[Destination, _Mapping]] = ...) -> None: ...

class LocalFile(_message.Message):
    __slots__ = ("path", "is_folder", "parts")
    PATH_FIELD_NUMBER: _ClassVar[int]
    IS_FOLDER_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    path: str
    is_folder: bool
    parts: _containers.RepeatedCompositeFieldContainer[FilePart]
    def __init__(self, path: _Optional[str] = ..., is_folder: _Optional[bool] = ..., parts: _Optional[_Iterable[_Union[FilePart, _Mapping]]] = ...) -> None: ...

class FilePart(_message.Message):
    __slots__ = ("path", "digest", "size")
    PATH_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    path: str
    digest: str
    size: int
    def __init__(self, path: _Optional[str] = ..., digest: _Optional[str] = ..., size: _Optional[int] = ...) -> None: ...

class Destination(_message.Message):
    __slots__ = ("path", "is_folder")
    PATH_FIELD_NUMBER: _ClassVar[int]
    IS_FOLDER_FIELD_NUMBER: _ClassVar[int]
    path: str
    is_folder: bool
    def __init__(self, path: _Optional[str] = ..., is_folder: _Optional[bool] = ...) -> None: ...

class AdbReply(_message.Message):
    __slots__ = ("output", "exit_code", "timed_out", "pulled", "signals")
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    EXIT_CODE_FIELD_NUMBER: _ClassVar[int]
    TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    PULLED_FIELD_NUMBER: _ClassVar[int]
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    output: bytes
    exit_code: int
    timed_out: bool
    pulled: _containers.RepeatedCompositeFieldContainer[FilePart]
    signals: Signals
    def __init__(self, output: _Optional[bytes] = ..., exit_code: _Optional[int] = ..., timed_out: _Optional[bool] = ..., pulled: _Optional[_Iterable[_Union[FilePart, _Mapping]]] = ..., signals: _Optional[_Union[Signals, _Mapping]] = ...) -> None: ...

class SnapshotRequest(_message.Message):
    __slots__ = ("call",)
    CALL_FIELD_NUMBER: _ClassVar[int]
    call: Call
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ...) -> None: ...

class SnapshotReply(_message.Message):
    __slots__ = ("snapshot",)
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    snapshot: int
    def __init__(self, snapshot: _Optional[int] = ...) -> None: ...

class RestoreRequest(_message.Message):
    __slots__ = ("call", "snapshot")
    CALL_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    call: Call
    snapshot: int
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., snapshot: _Optional[int] = ...) -> None: ...

class StateRequest(_message.Message):
    __slots__ = ("call", "request")
    CALL_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    call: Call
    request: bytes
    def __init__(self, call: _Optional[_Union[Call, _Mapping]] = ..., request: _Optional[bytes] = ...) -> None: ...

class StateReply(_message.Message):
    __slots__ = ("response", "signals")
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    response: bytes
    signals: Signals
    def __init__(self, response: _Optional[bytes] = ..., signals: _Optional[_Union[Signals, _Mapping]] = ...) -> None: ...

class WriteFileRequest(_message.Message):
    __slots__ = ("session", "digest", "size", "offset", "data")
    SESSION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    session: str
    digest: str
    size: int
    offset: int
    data: bytes
    def __init__(self, session: _Optional[str] = ..., digest: _Optional[str] = ..., size: _Optional[int] = ..., offset: _Optional[int] = ..., data: _Optional[bytes] = ...) -> None: ...

class WriteFileReply(_message.Message):
    __slots__ = ("received",)
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    received: int
    def __init__(self, received: _Optional[int] = ...) -> None: ...

class ReadFileRequest(_message.Message):
    __slots__ = ("session", "digest", "offset", "length")
    SESSION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    session: str
    digest: str
    offset: int
    length: int
    def __init__(self, session: _Optional[str] = ..., digest: _Optional[str] = ..., offset: _Optional[int] = ..., length: _Optional[int] = ...) -> None: ...

class ReadFileReply(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...
