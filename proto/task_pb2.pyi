from android_env.proto import adb_pb2 as _adb_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REGEX: _ClassVar[MatchMode]
    DIFFLIB: _ClassVar[MatchMode]
    FUZZ: _ClassVar[MatchMode]
    SBERT: _ClassVar[MatchMode]
    LIKE: _ClassVar[MatchMode]
    NUMBER: _ClassVar[MatchMode]
    LIST: _ClassVar[MatchMode]
    MOMENT: _ClassVar[MatchMode]

class Namespace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SYSTEM: _ClassVar[Namespace]
    SECURE: _ClassVar[Namespace]
    GLOBAL: _ClassVar[Namespace]
REGEX: MatchMode
DIFFLIB: MatchMode
FUZZ: MatchMode
SBERT: MatchMode
LIKE: MatchMode
NUMBER: MatchMode
LIST: MatchMode
MOMENT: MatchMode
SYSTEM: Namespace
SECURE: Namespace
GLOBAL: Namespace

class Task(_message.Message):
    __slots__ = ("id", "name", "description", "setup_steps", "reset_steps", "expected_app_screen", "max_duration_sec", "max_num_steps", "log_parsing_config", "extras_spec", "event_sources", "event_slots", "command", "vocabulary", "max_episode_sec", "max_episode_steps", "kind", "package_name", "full_activity_name", "base", "clock", "parameters", "goal")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    SETUP_STEPS_FIELD_NUMBER: _ClassVar[int]
    RESET_STEPS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_APP_SCREEN_FIELD_NUMBER: _ClassVar[int]
    MAX_DURATION_SEC_FIELD_NUMBER: _ClassVar[int]
    MAX_NUM_STEPS_FIELD_NUMBER: _ClassVar[int]
    LOG_PARSING_CONFIG_FIELD_NUMBER: _ClassVar[int]
    EXTRAS_SPEC_FIELD_NUMBER: _ClassVar[int]
    EVENT_SOURCES_FIELD_NUMBER: _ClassVar[int]
    EVENT_SLOTS_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    VOCABULARY_FIELD_NUMBER: _ClassVar[int]
    MAX_EPISODE_SEC_FIELD_NUMBER: _ClassVar[int]
    MAX_EPISODE_STEPS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
    FULL_ACTIVITY_NAME_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    description: str
    setup_steps: _containers.RepeatedCompositeFieldContainer[SetupStep]
    reset_steps: _containers.RepeatedCompositeFieldContainer[SetupStep]
    expected_app_screen: AppScreen
    max_duration_sec: float
    max_num_steps: int
    log_parsing_config: LogParsingConfig
    extras_spec: _containers.RepeatedCompositeFieldContainer[ArraySpec]
    event_sources: _containers.RepeatedCompositeFieldContainer[EventSource]
    event_slots: TaskEventSlots
    command: _containers.RepeatedScalarFieldContainer[str]
    vocabulary: _containers.RepeatedScalarFieldContainer[str]
    max_episode_sec: float
    max_episode_steps: int
    kind: str
    package_name: str
    full_activity_name: str
    base: _containers.RepeatedScalarFieldContainer[str]
    clock: Clock
    parameters: _containers.RepeatedCompositeFieldContainer[Parameter]
    goal: Goal
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., description: _Optional[str] = ..., setup_steps: _Optional[_Iterable[_Union[SetupStep, _Mapping]]] = ..., reset_steps: _Optional[_Iterable[_Union[SetupStep, _Mapping]]] = ..., expected_app_screen: _Optional[_Union[AppScreen, _Mapping]] = ..., max_duration_sec: _Optional[float] = ..., max_num_steps: _Optional[int] = ..., log_parsing_config: _Optional[_Union[LogParsingConfig, _Mapping]] = ..., extras_spec: _Optional[_Iterable[_Union[ArraySpec, _Mapping]]] = ..., event_sources: _Optional[_Iterable[_Union[EventSource, _Mapping]]] = ..., event_slots: _Optional[_Union[TaskEventSlots, _Mapping]] = ..., command: _Optional[_Iterable[str]] = ..., vocabulary: _Optional[_Iterable[str]] = ..., max_episode_sec: _Optional[float] = ..., max_episode_steps: _Optional[int] = ..., kind: _Optional[str] = ..., package_name: _Optional[str] = ..., full_activity_name: _Optional[str] = ..., base: _Optional[_Iterable[str]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., parameters: _Optional[_Iterable[_Union[Parameter, _Mapping]]] = ..., goal: _Optional[_Union[Goal, _Mapping]] = ...) -> None: ...

class SetupStep(_message.Message):
    __slots__ = ("success_condition", "adb_call", "sleep", "adb_request", "restore", "put_setting", "put_rows", "sql", "put_file", "delete_files", "put_media", "put_preference", "put_contact", "put_message", "put_clipboard", "each")
    SUCCESS_CONDITION_FIELD_NUMBER: _ClassVar[int]
    ADB_CALL_FIELD_NUMBER: _ClassVar[int]
    SLEEP_FIELD_NUMBER: _ClassVar[int]
    ADB_REQUEST_FIELD_NUMBER: _ClassVar[int]
    RESTORE_FIELD_NUMBER: _ClassVar[int]
    PUT_SETTING_FIELD_NUMBER: _ClassVar[int]
    PUT_ROWS_FIELD_NUMBER: _ClassVar[int]
    SQL_FIELD_NUMBER: _ClassVar[int]
    PUT_FILE_FIELD_NUMBER: _ClassVar[int]
    DELETE_FILES_FIELD_NUMBER: _ClassVar[int]
    PUT_MEDIA_FIELD_NUMBER: _ClassVar[int]
    PUT_PREFERENCE_FIELD_NUMBER: _ClassVar[int]
    PUT_CONTACT_FIELD_NUMBER: _ClassVar[int]
    PUT_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    PUT_CLIPBOARD_FIELD_NUMBER: _ClassVar[int]
    EACH_FIELD_NUMBER: _ClassVar[int]
    success_condition: SuccessCondition
    adb_call: AdbCall
    sleep: Sleep
    adb_request: _adb_pb2.AdbRequest
    restore: str
    put_setting: PutSetting
    put_rows: PutRows
    sql: SqlStep
    put_file: PutFile
    delete_files: DeleteFiles
    put_media: PutMedia
    put_preference: PutPreference
    put_contact: PutContact
    put_message: PutMessage
    put_clipboard: str
    each: str
    def __init__(self, success_condition: _Optional[_Union[SuccessCondition, _Mapping]] = ..., adb_call: _Optional[_Union[AdbCall, _Mapping]] = ..., sleep: _Optional[_Union[Sleep, _Mapping]] = ..., adb_request: _Optional[_Union[_adb_pb2.AdbRequest, _Mapping]] = ..., restore: _Optional[str] = ..., put_setting: _Optional[_Union[PutSetting, _Mapping]] = ..., put_rows: _Optional[_Union[PutRows, _Mapping]] = ..., sql: _Optional[_Union[SqlStep, _Mapping]] = ..., put_file: _Optional[_Union[PutFile, _Mapping]] = ..., delete_files: _Optional[_Union[DeleteFiles, _Mapping]] = ..., put_media: _Optional[_Union[PutMedia, _Mapping]] = ..., put_preference: _Optional[_Union[PutPreference, _Mapping]] = ..., put_contact: _Optional[_Union[PutContact, _Mapping]] = ..., put_message: _Optional[_Union[PutMessage, _Mapping]] = ..., put_clipboard: _Optional[str] = ..., each: _Optional[str] = ...) -> None: ...

class SuccessCondition(_message.Message):
    __slots__ = ("num_retries", "wait_for_app_screen", "check_install", "wait_for_message")
    NUM_RETRIES_FIELD_NUMBER: _ClassVar[int]
    WAIT_FOR_APP_SCREEN_FIELD_NUMBER: _ClassVar[int]
    CHECK_INSTALL_FIELD_NUMBER: _ClassVar[int]
    WAIT_FOR_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    num_retries: int
    wait_for_app_screen: WaitForAppScreen
    check_install: CheckInstall
    wait_for_message: WaitForMessage
    def __init__(self, num_retries: _Optional[int] = ..., wait_for_app_screen: _Optional[_Union[WaitForAppScreen, _Mapping]] = ..., check_install: _Optional[_Union[CheckInstall, _Mapping]] = ..., wait_for_message: _Optional[_Union[WaitForMessage, _Mapping]] = ...) -> None: ...

class WaitForAppScreen(_message.Message):
    __slots__ = ("app_screen", "timeout_sec")
    APP_SCREEN_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_SEC_FIELD_NUMBER: _ClassVar[int]
    app_screen: AppScreen
    timeout_sec: float
    def __init__(self, app_screen: _Optional[_Union[AppScreen, _Mapping]] = ..., timeout_sec: _Optional[float] = ...) -> None: ...

class CheckInstall(_message.Message):
    __slots__ = ("package_name", "timeout_sec")
    PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_SEC_FIELD_NUMBER: _ClassVar[int]
    package_name: str
    timeout_sec: float
    def __init__(self, package_name: _Optional[str] = ..., timeout_sec: _Optional[float] = ...) -> None: ...

class WaitForMessage(_message.Message):
    __slots__ = ("message", "timeout_sec")
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_SEC_FIELD_NUMBER: _ClassVar[int]
    message: str
    timeout_sec: float
    def __init__(self, message: _Optional[str] = ..., timeout_sec: _Optional[float] = ...) -> None: ...

class Sleep(_message.Message):
    __slots__ = ("time_sec",)
    TIME_SEC_FIELD_NUMBER: _ClassVar[int]
    time_sec: float
    def __init__(self, time_sec: _Optional[float] = ...) -> None: ...

class AppScreen(_message.Message):
    __slots__ = ("activity", "view_hierarchy_path")
    ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    VIEW_HIERARCHY_PATH_FIELD_NUMBER: _ClassVar[int]
    activity: str
    view_hierarchy_path: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, activity: _Optional[str] = ..., view_hierarchy_path: _Optional[_Iterable[str]] = ...) -> None: ...

class AdbCall(_message.Message):
    __slots__ = ("install_apk", "start_activity", "force_stop", "clear_cache", "grant_permissions", "tap", "press_button", "rotate", "start_accessibility_service", "start_screen_pinning", "start_random_activity", "force_stop_random_activity", "clear_cache_random_activity", "disable_animations", "start_intent", "uninstall_package", "shell_command", "adb_command")
    class InstallApk(_message.Message):
        __slots__ = ("filesystem",)
        class Filesystem(_message.Message):
            __slots__ = ("path",)
            PATH_FIELD_NUMBER: _ClassVar[int]
            path: str
            def __init__(self, path: _Optional[str] = ...) -> None: ...
        FILESYSTEM_FIELD_NUMBER: _ClassVar[int]
        filesystem: AdbCall.InstallApk.Filesystem
        def __init__(self, filesystem: _Optional[_Union[AdbCall.InstallApk.Filesystem, _Mapping]] = ...) -> None: ...
    class StartActivity(_message.Message):
        __slots__ = ("full_activity", "extra_args", "flag")
        FULL_ACTIVITY_FIELD_NUMBER: _ClassVar[int]
        EXTRA_ARGS_FIELD_NUMBER: _ClassVar[int]
        FLAG_FIELD_NUMBER: _ClassVar[int]
        full_activity: str
        extra_args: _containers.RepeatedScalarFieldContainer[str]
        flag: str
        def __init__(self, full_activity: _Optional[str] = ..., extra_args: _Optional[_Iterable[str]] = ..., flag: _Optional[str] = ...) -> None: ...
    class ForceStop(_message.Message):
        __slots__ = ("package_name",)
        PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
        package_name: str
        def __init__(self, package_name: _Optional[str] = ...) -> None: ...
    class ClearCache(_message.Message):
        __slots__ = ("package_name",)
        PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
        package_name: str
        def __init__(self, package_name: _Optional[str] = ...) -> None: ...
    class GrantPermissions(_message.Message):
        __slots__ = ("package_name", "permissions")
        PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
        PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
        package_name: str
        permissions: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, package_name: _Optional[str] = ..., permissions: _Optional[_Iterable[str]] = ...) -> None: ...
    class Tap(_message.Message):
        __slots__ = ("x", "y")
        X_FIELD_NUMBER: _ClassVar[int]
        Y_FIELD_NUMBER: _ClassVar[int]
        x: int
        y: int
        def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...
    class PressButton(_message.Message):
        __slots__ = ("button",)
        class Button(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            HOME: _ClassVar[AdbCall.PressButton.Button]
            BACK: _ClassVar[AdbCall.PressButton.Button]
        HOME: AdbCall.PressButton.Button
        BACK: AdbCall.PressButton.Button
        BUTTON_FIELD_NUMBER: _ClassVar[int]
        button: AdbCall.PressButton.Button
        def __init__(self, button: _Optional[_Union[AdbCall.PressButton.Button, str]] = ...) -> None: ...
    class Rotate(_message.Message):
        __slots__ = ("orientation",)
        class Orientation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            PORTRAIT_0: _ClassVar[AdbCall.Rotate.Orientation]
            LANDSCAPE_90: _ClassVar[AdbCall.Rotate.Orientation]
            PORTRAIT_180: _ClassVar[AdbCall.Rotate.Orientation]
            LANDSCAPE_270: _ClassVar[AdbCall.Rotate.Orientation]
        PORTRAIT_0: AdbCall.Rotate.Orientation
        LANDSCAPE_90: AdbCall.Rotate.Orientation
        PORTRAIT_180: AdbCall.Rotate.Orientation
        LANDSCAPE_270: AdbCall.Rotate.Orientation
        ORIENTATION_FIELD_NUMBER: _ClassVar[int]
        orientation: AdbCall.Rotate.Orientation
        def __init__(self, orientation: _Optional[_Union[AdbCall.Rotate.Orientation, str]] = ...) -> None: ...
    class StartAccessibilityService(_message.Message):
        __slots__ = ("full_service",)
        FULL_SERVICE_FIELD_NUMBER: _ClassVar[int]
        full_service: str
        def __init__(self, full_service: _Optional[str] = ...) -> None: ...
    class StartScreenPinning(_message.Message):
        __slots__ = ("full_activity",)
        FULL_ACTIVITY_FIELD_NUMBER: _ClassVar[int]
        full_activity: str
        def __init__(self, full_activity: _Optional[str] = ...) -> None: ...
    class StartRandomActivity(_message.Message):
        __slots__ = ("activity_list", "extra_args", "timeout_sec")
        ACTIVITY_LIST_FIELD_NUMBER: _ClassVar[int]
        EXTRA_ARGS_FIELD_NUMBER: _ClassVar[int]
        TIMEOUT_SEC_FIELD_NUMBER: _ClassVar[int]
        activity_list: _containers.RepeatedScalarFieldContainer[str]
        extra_args: _containers.RepeatedScalarFieldContainer[str]
        timeout_sec: float
        def __init__(self, activity_list: _Optional[_Iterable[str]] = ..., extra_args: _Optional[_Iterable[str]] = ..., timeout_sec: _Optional[float] = ...) -> None: ...
    class ForceStopRandomActivity(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ClearCacheRandomActivity(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class DisableAnimations(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class StartIntent(_message.Message):
        __slots__ = ("data_uri", "action", "package_name")
        DATA_URI_FIELD_NUMBER: _ClassVar[int]
        ACTION_FIELD_NUMBER: _ClassVar[int]
        PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
        data_uri: str
        action: str
        package_name: str
        def __init__(self, data_uri: _Optional[str] = ..., action: _Optional[str] = ..., package_name: _Optional[str] = ...) -> None: ...
    class UninstallPackage(_message.Message):
        __slots__ = ("package_name",)
        PACKAGE_NAME_FIELD_NUMBER: _ClassVar[int]
        package_name: str
        def __init__(self, package_name: _Optional[str] = ...) -> None: ...
    class Command(_message.Message):
        __slots__ = ("command",)
        COMMAND_FIELD_NUMBER: _ClassVar[int]
        command: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, command: _Optional[_Iterable[str]] = ...) -> None: ...
    INSTALL_APK_FIELD_NUMBER: _ClassVar[int]
    START_ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    FORCE_STOP_FIELD_NUMBER: _ClassVar[int]
    CLEAR_CACHE_FIELD_NUMBER: _ClassVar[int]
    GRANT_PERMISSIONS_FIELD_NUMBER: _ClassVar[int]
    TAP_FIELD_NUMBER: _ClassVar[int]
    PRESS_BUTTON_FIELD_NUMBER: _ClassVar[int]
    ROTATE_FIELD_NUMBER: _ClassVar[int]
    START_ACCESSIBILITY_SERVICE_FIELD_NUMBER: _ClassVar[int]
    START_SCREEN_PINNING_FIELD_NUMBER: _ClassVar[int]
    START_RANDOM_ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    FORCE_STOP_RANDOM_ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    CLEAR_CACHE_RANDOM_ACTIVITY_FIELD_NUMBER: _ClassVar[int]
    DISABLE_ANIMATIONS_FIELD_NUMBER: _ClassVar[int]
    START_INTENT_FIELD_NUMBER: _ClassVar[int]
    UNINSTALL_PACKAGE_FIELD_NUMBER: _ClassVar[int]
    SHELL_COMMAND_FIELD_NUMBER: _ClassVar[int]
    ADB_COMMAND_FIELD_NUMBER: _ClassVar[int]
    install_apk: AdbCall.InstallApk
    start_activity: AdbCall.StartActivity
    force_stop: AdbCall.ForceStop
    clear_cache: AdbCall.ClearCache
    grant_permissions: AdbCall.GrantPermissions
    tap: AdbCall.Tap
    press_button: AdbCall.PressButton
    rotate: AdbCall.Rotate
    start_accessibility_service: AdbCall.StartAccessibilityService
    start_screen_pinning: AdbCall.StartScreenPinning
    start_random_activity: AdbCall.StartRandomActivity
    force_stop_random_activity: AdbCall.ForceStopRandomActivity
    clear_cache_random_activity: AdbCall.ClearCacheRandomActivity
    disable_animations: AdbCall.DisableAnimations
    start_intent: AdbCall.StartIntent
    uninstall_package: AdbCall.UninstallPackage
    shell_command: AdbCall.Command
    adb_command: AdbCall.Command
    def __init__(self, install_apk: _Optional[_Union[AdbCall.InstallApk, _Mapping]] = ..., start_activity: _Optional[_Union[AdbCall.StartActivity, _Mapping]] = ..., force_stop: _Optional[_Union[AdbCall.ForceStop, _Mapping]] = ..., clear_cache: _Optional[_Union[AdbCall.ClearCache, _Mapping]] = ..., grant_permissions: _Optional[_Union[AdbCall.GrantPermissions, _Mapping]] = ..., tap: _Optional[_Union[AdbCall.Tap, _Mapping]] = ..., press_button: _Optional[_Union[AdbCall.PressButton, _Mapping]] = ..., rotate: _Optional[_Union[AdbCall.Rotate, _Mapping]] = ..., start_accessibility_service: _Optional[_Union[AdbCall.StartAccessibilityService, _Mapping]] = ..., start_screen_pinning: _Optional[_Union[AdbCall.StartScreenPinning, _Mapping]] = ..., start_random_activity: _Optional[_Union[AdbCall.StartRandomActivity, _Mapping]] = ..., force_stop_random_activity: _Optional[_Union[AdbCall.ForceStopRandomActivity, _Mapping]] = ..., clear_cache_random_activity: _Optional[_Union[AdbCall.ClearCacheRandomActivity, _Mapping]] = ..., disable_animations: _Optional[_Union[AdbCall.DisableAnimations, _Mapping]] = ..., start_intent: _Optional[_Union[AdbCall.StartIntent, _Mapping]] = ..., uninstall_package: _Optional[_Union[AdbCall.UninstallPackage, _Mapping]] = ..., shell_command: _Optional[_Union[AdbCall.Command, _Mapping]] = ..., adb_command: _Optional[_Union[AdbCall.Command, _Mapping]] = ...) -> None: ...

class Rect(_message.Message):
    __slots__ = ("x0", "y0", "x1", "y1")
    X0_FIELD_NUMBER: _ClassVar[int]
    Y0_FIELD_NUMBER: _ClassVar[int]
    X1_FIELD_NUMBER: _ClassVar[int]
    Y1_FIELD_NUMBER: _ClassVar[int]
    x0: float
    y0: float
    x1: float
    y1: float
    def __init__(self, x0: _Optional[float] = ..., y0: _Optional[float] = ..., x1: _Optional[float] = ..., y1: _Optional[float] = ...) -> None: ...

class TextEvent(_message.Message):
    __slots__ = ("expect", "rect", "mode", "threshold")
    EXPECT_FIELD_NUMBER: _ClassVar[int]
    RECT_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    expect: str
    rect: Rect
    mode: MatchMode
    threshold: float
    def __init__(self, expect: _Optional[str] = ..., rect: _Optional[_Union[Rect, _Mapping]] = ..., mode: _Optional[_Union[MatchMode, str]] = ..., threshold: _Optional[float] = ...) -> None: ...

class IconRecogEvent(_message.Message):
    __slots__ = ("rect",)
    CLASS_FIELD_NUMBER: _ClassVar[int]
    RECT_FIELD_NUMBER: _ClassVar[int]
    rect: Rect
    def __init__(self, rect: _Optional[_Union[Rect, _Mapping]] = ..., **kwargs) -> None: ...

class IconMatchEvent(_message.Message):
    __slots__ = ("path", "rect")
    PATH_FIELD_NUMBER: _ClassVar[int]
    RECT_FIELD_NUMBER: _ClassVar[int]
    path: str
    rect: Rect
    def __init__(self, path: _Optional[str] = ..., rect: _Optional[_Union[Rect, _Mapping]] = ...) -> None: ...

class ViewHierarchyEvent(_message.Message):
    __slots__ = ("selector", "properties")
    class Property(_message.Message):
        __slots__ = ("property_name", "sign", "pattern", "integer", "floating")
        class Sign(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            EQ: _ClassVar[ViewHierarchyEvent.Property.Sign]
            LE: _ClassVar[ViewHierarchyEvent.Property.Sign]
            LT: _ClassVar[ViewHierarchyEvent.Property.Sign]
            GE: _ClassVar[ViewHierarchyEvent.Property.Sign]
            GT: _ClassVar[ViewHierarchyEvent.Property.Sign]
            NE: _ClassVar[ViewHierarchyEvent.Property.Sign]
        EQ: ViewHierarchyEvent.Property.Sign
        LE: ViewHierarchyEvent.Property.Sign
        LT: ViewHierarchyEvent.Property.Sign
        GE: ViewHierarchyEvent.Property.Sign
        GT: ViewHierarchyEvent.Property.Sign
        NE: ViewHierarchyEvent.Property.Sign
        PROPERTY_NAME_FIELD_NUMBER: _ClassVar[int]
        SIGN_FIELD_NUMBER: _ClassVar[int]
        PATTERN_FIELD_NUMBER: _ClassVar[int]
        INTEGER_FIELD_NUMBER: _ClassVar[int]
        FLOATING_FIELD_NUMBER: _ClassVar[int]
        property_name: str
        sign: ViewHierarchyEvent.Property.Sign
        pattern: str
        integer: int
        floating: float
        def __init__(self, property_name: _Optional[str] = ..., sign: _Optional[_Union[ViewHierarchyEvent.Property.Sign, str]] = ..., pattern: _Optional[str] = ..., integer: _Optional[int] = ..., floating: _Optional[float] = ...) -> None: ...
    SELECTOR_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    selector: _containers.RepeatedScalarFieldContainer[str]
    properties: _containers.RepeatedCompositeFieldContainer[ViewHierarchyEvent.Property]
    def __init__(self, selector: _Optional[_Iterable[str]] = ..., properties: _Optional[_Iterable[_Union[ViewHierarchyEvent.Property, _Mapping]]] = ...) -> None: ...

class LogEvent(_message.Message):
    __slots__ = ("filters", "pattern", "anchored", "reading")
    class Reading(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        GROUPS: _ClassVar[LogEvent.Reading]
        LITERAL_EXTRA: _ClassVar[LogEvent.Reading]
        JSON_EXTRAS: _ClassVar[LogEvent.Reading]
    GROUPS: LogEvent.Reading
    LITERAL_EXTRA: LogEvent.Reading
    JSON_EXTRAS: LogEvent.Reading
    FILTERS_FIELD_NUMBER: _ClassVar[int]
    PATTERN_FIELD_NUMBER: _ClassVar[int]
    ANCHORED_FIELD_NUMBER: _ClassVar[int]
    READING_FIELD_NUMBER: _ClassVar[int]
    filters: _containers.RepeatedScalarFieldContainer[str]
    pattern: str
    anchored: bool
    reading: LogEvent.Reading
    def __init__(self, filters: _Optional[_Iterable[str]] = ..., pattern: _Optional[str] = ..., anchored: _Optional[bool] = ..., reading: _Optional[_Union[LogEvent.Reading, str]] = ...) -> None: ...

class ResponseEvent(_message.Message):
    __slots__ = ("pattern", "mode", "threshold", "expected", "tolerance")
    PATTERN_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    TOLERANCE_FIELD_NUMBER: _ClassVar[int]
    pattern: str
    mode: MatchMode
    threshold: float
    expected: str
    tolerance: str
    def __init__(self, pattern: _Optional[str] = ..., mode: _Optional[_Union[MatchMode, str]] = ..., threshold: _Optional[float] = ..., expected: _Optional[str] = ..., tolerance: _Optional[str] = ...) -> None: ...

class EventSource(_message.Message):
    __slots__ = ("id", "repeatability", "text_recognize", "text_detect", "icon_recognize", "icon_detect", "icon_match", "icon_detect_match", "view_hierarchy_event", "log_event", "response_event", "check", "app_event", "transformation")
    class Repeatability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NONE: _ClassVar[EventSource.Repeatability]
        LAST: _ClassVar[EventSource.Repeatability]
        UNLIMITED: _ClassVar[EventSource.Repeatability]
    NONE: EventSource.Repeatability
    LAST: EventSource.Repeatability
    UNLIMITED: EventSource.Repeatability
    ID_FIELD_NUMBER: _ClassVar[int]
    REPEATABILITY_FIELD_NUMBER: _ClassVar[int]
    TEXT_RECOGNIZE_FIELD_NUMBER: _ClassVar[int]
    TEXT_DETECT_FIELD_NUMBER: _ClassVar[int]
    ICON_RECOGNIZE_FIELD_NUMBER: _ClassVar[int]
    ICON_DETECT_FIELD_NUMBER: _ClassVar[int]
    ICON_MATCH_FIELD_NUMBER: _ClassVar[int]
    ICON_DETECT_MATCH_FIELD_NUMBER: _ClassVar[int]
    VIEW_HIERARCHY_EVENT_FIELD_NUMBER: _ClassVar[int]
    LOG_EVENT_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_EVENT_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    APP_EVENT_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_FIELD_NUMBER: _ClassVar[int]
    id: int
    repeatability: EventSource.Repeatability
    text_recognize: TextEvent
    text_detect: TextEvent
    icon_recognize: IconRecogEvent
    icon_detect: IconRecogEvent
    icon_match: IconMatchEvent
    icon_detect_match: IconMatchEvent
    view_hierarchy_event: ViewHierarchyEvent
    log_event: LogEvent
    response_event: ResponseEvent
    check: Check
    app_event: AppEvent
    transformation: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[int] = ..., repeatability: _Optional[_Union[EventSource.Repeatability, str]] = ..., text_recognize: _Optional[_Union[TextEvent, _Mapping]] = ..., text_detect: _Optional[_Union[TextEvent, _Mapping]] = ..., icon_recognize: _Optional[_Union[IconRecogEvent, _Mapping]] = ..., icon_detect: _Optional[_Union[IconRecogEvent, _Mapping]] = ..., icon_match: _Optional[_Union[IconMatchEvent, _Mapping]] = ..., icon_detect_match: _Optional[_Union[IconMatchEvent, _Mapping]] = ..., view_hierarchy_event: _Optional[_Union[ViewHierarchyEvent, _Mapping]] = ..., log_event: _Optional[_Union[LogEvent, _Mapping]] = ..., response_event: _Optional[_Union[ResponseEvent, _Mapping]] = ..., check: _Optional[_Union[Check, _Mapping]] = ..., app_event: _Optional[_Union[AppEvent, _Mapping]] = ..., transformation: _Optional[_Iterable[str]] = ...) -> None: ...

class EventSlot(_message.Message):
    __slots__ = ("type", "id", "events", "prerequisite", "transformation", "repeatability", "cache_until")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        SINGLE: _ClassVar[EventSlot.Type]
        AND: _ClassVar[EventSlot.Type]
        OR: _ClassVar[EventSlot.Type]
    SINGLE: EventSlot.Type
    AND: EventSlot.Type
    OR: EventSlot.Type
    class Repeatability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNLIMITED: _ClassVar[EventSlot.Repeatability]
        LAST: _ClassVar[EventSlot.Repeatability]
        NONE: _ClassVar[EventSlot.Repeatability]
    UNLIMITED: EventSlot.Repeatability
    LAST: EventSlot.Repeatability
    NONE: EventSlot.Repeatability
    class Event(_message.Message):
        __slots__ = ("id", "event")
        ID_FIELD_NUMBER: _ClassVar[int]
        EVENT_FIELD_NUMBER: _ClassVar[int]
        id: int
        event: EventSlot
        def __init__(self, id: _Optional[int] = ..., event: _Optional[_Union[EventSlot, _Mapping]] = ...) -> None: ...
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    PREREQUISITE_FIELD_NUMBER: _ClassVar[int]
    TRANSFORMATION_FIELD_NUMBER: _ClassVar[int]
    REPEATABILITY_FIELD_NUMBER: _ClassVar[int]
    CACHE_UNTIL_FIELD_NUMBER: _ClassVar[int]
    type: EventSlot.Type
    id: int
    events: _containers.RepeatedCompositeFieldContainer[EventSlot.Event]
    prerequisite: _containers.RepeatedScalarFieldContainer[int]
    transformation: _containers.RepeatedScalarFieldContainer[str]
    repeatability: EventSlot.Repeatability
    cache_until: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, type: _Optional[_Union[EventSlot.Type, str]] = ..., id: _Optional[int] = ..., events: _Optional[_Iterable[_Union[EventSlot.Event, _Mapping]]] = ..., prerequisite: _Optional[_Iterable[int]] = ..., transformation: _Optional[_Iterable[str]] = ..., repeatability: _Optional[_Union[EventSlot.Repeatability, str]] = ..., cache_until: _Optional[_Iterable[int]] = ...) -> None: ...

class TaskEventSlots(_message.Message):
    __slots__ = ("score_listener", "reward_listener", "episode_end_listener", "extra_listener", "json_extra_listener", "instruction_listener", "null_listener")
    SCORE_LISTENER_FIELD_NUMBER: _ClassVar[int]
    REWARD_LISTENER_FIELD_NUMBER: _ClassVar[int]
    EPISODE_END_LISTENER_FIELD_NUMBER: _ClassVar[int]
    EXTRA_LISTENER_FIELD_NUMBER: _ClassVar[int]
    JSON_EXTRA_LISTENER_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTION_LISTENER_FIELD_NUMBER: _ClassVar[int]
    NULL_LISTENER_FIELD_NUMBER: _ClassVar[int]
    score_listener: EventSlot
    reward_listener: EventSlot
    episode_end_listener: EventSlot
    extra_listener: EventSlot
    json_extra_listener: EventSlot
    instruction_listener: EventSlot
    null_listener: EventSlot
    def __init__(self, score_listener: _Optional[_Union[EventSlot, _Mapping]] = ..., reward_listener: _Optional[_Union[EventSlot, _Mapping]] = ..., episode_end_listener: _Optional[_Union[EventSlot, _Mapping]] = ..., extra_listener: _Optional[_Union[EventSlot, _Mapping]] = ..., json_extra_listener: _Optional[_Union[EventSlot, _Mapping]] = ..., instruction_listener: _Optional[_Union[EventSlot, _Mapping]] = ..., null_listener: _Optional[_Union[EventSlot, _Mapping]] = ...) -> None: ...

class LogParsingConfig(_message.Message):
    __slots__ = ("filters", "log_regexps")
    class LogRegexps(_message.Message):
        __slots__ = ("score", "reward", "episode_end", "extra", "json_extra", "reward_event")
        class RewardEvent(_message.Message):
            __slots__ = ("event", "reward")
            EVENT_FIELD_NUMBER: _ClassVar[int]
            REWARD_FIELD_NUMBER: _ClassVar[int]
            event: str
            reward: float
            def __init__(self, event: _Optional[str] = ..., reward: _Optional[float] = ...) -> None: ...
        SCORE_FIELD_NUMBER: _ClassVar[int]
        REWARD_FIELD_NUMBER: _ClassVar[int]
        EPISODE_END_FIELD_NUMBER: _ClassVar[int]
        EXTRA_FIELD_NUMBER: _ClassVar[int]
        JSON_EXTRA_FIELD_NUMBER: _ClassVar[int]
        REWARD_EVENT_FIELD_NUMBER: _ClassVar[int]
        score: str
        reward: _containers.RepeatedScalarFieldContainer[str]
        episode_end: _containers.RepeatedScalarFieldContainer[str]
        extra: _containers.RepeatedScalarFieldContainer[str]
        json_extra: _containers.RepeatedScalarFieldContainer[str]
        reward_event: _containers.RepeatedCompositeFieldContainer[LogParsingConfig.LogRegexps.RewardEvent]
        def __init__(self, score: _Optional[str] = ..., reward: _Optional[_Iterable[str]] = ..., episode_end: _Optional[_Iterable[str]] = ..., extra: _Optional[_Iterable[str]] = ..., json_extra: _Optional[_Iterable[str]] = ..., reward_event: _Optional[_Iterable[_Union[LogParsingConfig.LogRegexps.RewardEvent, _Mapping]]] = ...) -> None: ...
    FILTERS_FIELD_NUMBER: _ClassVar[int]
    LOG_REGEXPS_FIELD_NUMBER: _ClassVar[int]
    filters: _containers.RepeatedScalarFieldContainer[str]
    log_regexps: LogParsingConfig.LogRegexps
    def __init__(self, filters: _Optional[_Iterable[str]] = ..., log_regexps: _Optional[_Union[LogParsingConfig.LogRegexps, _Mapping]] = ...) -> None: ...

class ArraySpec(_message.Message):
    __slots__ = ("name", "shape", "dtype")
    class DataType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        INVALID_DATA_TYPE: _ClassVar[ArraySpec.DataType]
        FLOAT: _ClassVar[ArraySpec.DataType]
        DOUBLE: _ClassVar[ArraySpec.DataType]
        INT8: _ClassVar[ArraySpec.DataType]
        INT16: _ClassVar[ArraySpec.DataType]
        INT32: _ClassVar[ArraySpec.DataType]
        INT64: _ClassVar[ArraySpec.DataType]
        UINT8: _ClassVar[ArraySpec.DataType]
        UINT16: _ClassVar[ArraySpec.DataType]
        UINT32: _ClassVar[ArraySpec.DataType]
        UINT64: _ClassVar[ArraySpec.DataType]
        BOOL: _ClassVar[ArraySpec.DataType]
        STRING_U1: _ClassVar[ArraySpec.DataType]
        STRING_U16: _ClassVar[ArraySpec.DataType]
        STRING_U25: _ClassVar[ArraySpec.DataType]
        STRING_U250: _ClassVar[ArraySpec.DataType]
        STRING: _ClassVar[ArraySpec.DataType]
        OBJECT: _ClassVar[ArraySpec.DataType]
    INVALID_DATA_TYPE: ArraySpec.DataType
    FLOAT: ArraySpec.DataType
    DOUBLE: ArraySpec.DataType
    INT8: ArraySpec.DataType
    INT16: ArraySpec.DataType
    INT32: ArraySpec.DataType
    INT64: ArraySpec.DataType
    UINT8: ArraySpec.DataType
    UINT16: ArraySpec.DataType
    UINT32: ArraySpec.DataType
    UINT64: ArraySpec.DataType
    BOOL: ArraySpec.DataType
    STRING_U1: ArraySpec.DataType
    STRING_U16: ArraySpec.DataType
    STRING_U25: ArraySpec.DataType
    STRING_U250: ArraySpec.DataType
    STRING: ArraySpec.DataType
    OBJECT: ArraySpec.DataType
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    DTYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    shape: _containers.RepeatedScalarFieldContainer[int]
    dtype: ArraySpec.DataType
    def __init__(self, name: _Optional[str] = ..., shape: _Optional[_Iterable[int]] = ..., dtype: _Optional[_Union[ArraySpec.DataType, str]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("now", "zone")
    NOW_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    now: str
    zone: str
    def __init__(self, now: _Optional[str] = ..., zone: _Optional[str] = ...) -> None: ...

class Parameter(_message.Message):
    __slots__ = ("name", "choice", "sample", "integer", "moment", "text", "reworded", "rows", "expression", "require", "helper")
    class Values(_message.Message):
        __slots__ = ("value", "file", "count")
        VALUE_FIELD_NUMBER: _ClassVar[int]
        FILE_FIELD_NUMBER: _ClassVar[int]
        FROM_FIELD_NUMBER: _ClassVar[int]
        COUNT_FIELD_NUMBER: _ClassVar[int]
        value: _containers.RepeatedScalarFieldContainer[str]
        file: str
        count: str
        def __init__(self, value: _Optional[_Iterable[str]] = ..., file: _Optional[str] = ..., count: _Optional[str] = ..., **kwargs) -> None: ...
    class Span(_message.Message):
        __slots__ = ("low", "high", "step")
        LOW_FIELD_NUMBER: _ClassVar[int]
        HIGH_FIELD_NUMBER: _ClassVar[int]
        STEP_FIELD_NUMBER: _ClassVar[int]
        low: str
        high: str
        step: str
        def __init__(self, low: _Optional[str] = ..., high: _Optional[str] = ..., step: _Optional[str] = ...) -> None: ...
    class Records(_message.Message):
        __slots__ = ("count", "columns_of", "column", "unique")
        COUNT_FIELD_NUMBER: _ClassVar[int]
        COLUMNS_OF_FIELD_NUMBER: _ClassVar[int]
        COLUMN_FIELD_NUMBER: _ClassVar[int]
        UNIQUE_FIELD_NUMBER: _ClassVar[int]
        count: str
        columns_of: str
        column: _containers.RepeatedCompositeFieldContainer[Parameter]
        unique: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, count: _Optional[str] = ..., columns_of: _Optional[str] = ..., column: _Optional[_Iterable[_Union[Parameter, _Mapping]]] = ..., unique: _Optional[_Iterable[str]] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    SAMPLE_FIELD_NUMBER: _ClassVar[int]
    INTEGER_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REWORDED_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    EXPRESSION_FIELD_NUMBER: _ClassVar[int]
    REQUIRE_FIELD_NUMBER: _ClassVar[int]
    HELPER_FIELD_NUMBER: _ClassVar[int]
    name: str
    choice: Parameter.Values
    sample: Parameter.Values
    integer: Parameter.Span
    moment: Parameter.Span
    text: str
    reworded: str
    rows: Parameter.Records
    expression: str
    require: str
    helper: bool
    def __init__(self, name: _Optional[str] = ..., choice: _Optional[_Union[Parameter.Values, _Mapping]] = ..., sample: _Optional[_Union[Parameter.Values, _Mapping]] = ..., integer: _Optional[_Union[Parameter.Span, _Mapping]] = ..., moment: _Optional[_Union[Parameter.Span, _Mapping]] = ..., text: _Optional[str] = ..., reworded: _Optional[str] = ..., rows: _Optional[_Union[Parameter.Records, _Mapping]] = ..., expression: _Optional[str] = ..., require: _Optional[str] = ..., helper: _Optional[bool] = ...) -> None: ...

class PutSetting(_message.Message):
    __slots__ = ("namespace", "key", "value")
    NAMESPACE_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    namespace: Namespace
    key: str
    value: str
    def __init__(self, namespace: _Optional[_Union[Namespace, str]] = ..., key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class PutRows(_message.Message):
    __slots__ = ("database", "table", "rows", "keep")
    DATABASE_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    database: str
    table: str
    rows: str
    keep: bool
    def __init__(self, database: _Optional[str] = ..., table: _Optional[str] = ..., rows: _Optional[str] = ..., keep: _Optional[bool] = ...) -> None: ...

class SqlStep(_message.Message):
    __slots__ = ("database", "statement")
    DATABASE_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    database: str
    statement: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, database: _Optional[str] = ..., statement: _Optional[_Iterable[str]] = ...) -> None: ...

class PutFile(_message.Message):
    __slots__ = ("path", "text", "source", "time")
    PATH_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    path: str
    text: str
    source: str
    time: str
    def __init__(self, path: _Optional[str] = ..., text: _Optional[str] = ..., source: _Optional[str] = ..., time: _Optional[str] = ...) -> None: ...

class DeleteFiles(_message.Message):
    __slots__ = ("path",)
    PATH_FIELD_NUMBER: _ClassVar[int]
    path: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, path: _Optional[_Iterable[str]] = ...) -> None: ...

class PutMedia(_message.Message):
    __slots__ = ("path", "image", "audio", "video")
    class Picture(_message.Message):
        __slots__ = ("text", "width")
        TEXT_FIELD_NUMBER: _ClassVar[int]
        WIDTH_FIELD_NUMBER: _ClassVar[int]
        text: str
        width: str
        def __init__(self, text: _Optional[str] = ..., width: _Optional[str] = ...) -> None: ...
    class Sound(_message.Message):
        __slots__ = ("title", "artist", "seconds")
        TITLE_FIELD_NUMBER: _ClassVar[int]
        ARTIST_FIELD_NUMBER: _ClassVar[int]
        SECONDS_FIELD_NUMBER: _ClassVar[int]
        title: str
        artist: str
        seconds: str
        def __init__(self, title: _Optional[str] = ..., artist: _Optional[str] = ..., seconds: _Optional[str] = ...) -> None: ...
    class Film(_message.Message):
        __slots__ = ("frames", "seconds")
        FRAMES_FIELD_NUMBER: _ClassVar[int]
        SECONDS_FIELD_NUMBER: _ClassVar[int]
        frames: str
        seconds: str
        def __init__(self, frames: _Optional[str] = ..., seconds: _Optional[str] = ...) -> None: ...
    PATH_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    AUDIO_FIELD_NUMBER: _ClassVar[int]
    VIDEO_FIELD_NUMBER: _ClassVar[int]
    path: str
    image: PutMedia.Picture
    audio: PutMedia.Sound
    video: PutMedia.Film
    def __init__(self, path: _Optional[str] = ..., image: _Optional[_Union[PutMedia.Picture, _Mapping]] = ..., audio: _Optional[_Union[PutMedia.Sound, _Mapping]] = ..., video: _Optional[_Union[PutMedia.Film, _Mapping]] = ...) -> None: ...

class PutPreference(_message.Message):
    __slots__ = ("package", "file", "key", "value")
    PACKAGE_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    package: str
    file: str
    key: str
    value: str
    def __init__(self, package: _Optional[str] = ..., file: _Optional[str] = ..., key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class PutContact(_message.Message):
    __slots__ = ("name", "number", "label", "email")
    NAME_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    name: str
    number: str
    label: str
    email: str
    def __init__(self, name: _Optional[str] = ..., number: _Optional[str] = ..., label: _Optional[str] = ..., email: _Optional[str] = ...) -> None: ...

class PutMessage(_message.Message):
    __slots__ = ("address", "body", "box", "time")
    class Box(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        INBOX: _ClassVar[PutMessage.Box]
        SENT: _ClassVar[PutMessage.Box]
        DRAFT: _ClassVar[PutMessage.Box]
    INBOX: PutMessage.Box
    SENT: PutMessage.Box
    DRAFT: PutMessage.Box
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    BODY_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    address: str
    body: str
    box: PutMessage.Box
    time: str
    def __init__(self, address: _Optional[str] = ..., body: _Optional[str] = ..., box: _Optional[_Union[PutMessage.Box, str]] = ..., time: _Optional[str] = ...) -> None: ...

class Goal(_message.Message):
    __slots__ = ("check", "forbid", "also", "when", "grade", "infeasible", "already_done")
    class When(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        FINISH: _ClassVar[Goal.When]
        EVERY_STEP: _ClassVar[Goal.When]
    FINISH: Goal.When
    EVERY_STEP: Goal.When
    class Grade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ALL: _ClassVar[Goal.Grade]
        MEAN: _ClassVar[Goal.Grade]
    ALL: Goal.Grade
    MEAN: Goal.Grade
    CHECK_FIELD_NUMBER: _ClassVar[int]
    FORBID_FIELD_NUMBER: _ClassVar[int]
    ALSO_FIELD_NUMBER: _ClassVar[int]
    WHEN_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    INFEASIBLE_FIELD_NUMBER: _ClassVar[int]
    ALREADY_DONE_FIELD_NUMBER: _ClassVar[int]
    check: _containers.RepeatedCompositeFieldContainer[Check]
    forbid: _containers.RepeatedCompositeFieldContainer[Check]
    also: _containers.RepeatedCompositeFieldContainer[Check]
    when: Goal.When
    grade: Goal.Grade
    infeasible: str
    already_done: bool
    def __init__(self, check: _Optional[_Iterable[_Union[Check, _Mapping]]] = ..., forbid: _Optional[_Iterable[_Union[Check, _Mapping]]] = ..., also: _Optional[_Iterable[_Union[Check, _Mapping]]] = ..., when: _Optional[_Union[Goal.When, str]] = ..., grade: _Optional[_Union[Goal.Grade, str]] = ..., infeasible: _Optional[str] = ..., already_done: _Optional[bool] = ...) -> None: ...

class Check(_message.Message):
    __slots__ = ("name", "setting", "table", "sql", "files", "document", "preference", "provider", "screen", "list", "shell", "answer", "holds", "happened", "unchanged", "all", "any", "where", "now", "added", "removed")
    class Setting(_message.Message):
        __slots__ = ("namespace", "key")
        NAMESPACE_FIELD_NUMBER: _ClassVar[int]
        KEY_FIELD_NUMBER: _ClassVar[int]
        namespace: Namespace
        key: str
        def __init__(self, namespace: _Optional[_Union[Namespace, str]] = ..., key: _Optional[str] = ...) -> None: ...
    class Table(_message.Message):
        __slots__ = ("database", "table")
        DATABASE_FIELD_NUMBER: _ClassVar[int]
        TABLE_FIELD_NUMBER: _ClassVar[int]
        database: str
        table: str
        def __init__(self, database: _Optional[str] = ..., table: _Optional[str] = ...) -> None: ...
    class Sql(_message.Message):
        __slots__ = ("database", "select")
        DATABASE_FIELD_NUMBER: _ClassVar[int]
        SELECT_FIELD_NUMBER: _ClassVar[int]
        database: str
        select: str
        def __init__(self, database: _Optional[str] = ..., select: _Optional[str] = ...) -> None: ...
    class Document(_message.Message):
        __slots__ = ("files", "select")
        FILES_FIELD_NUMBER: _ClassVar[int]
        SELECT_FIELD_NUMBER: _ClassVar[int]
        files: str
        select: str
        def __init__(self, files: _Optional[str] = ..., select: _Optional[str] = ...) -> None: ...
    class Preference(_message.Message):
        __slots__ = ("package", "file")
        PACKAGE_FIELD_NUMBER: _ClassVar[int]
        FILE_FIELD_NUMBER: _ClassVar[int]
        package: str
        file: str
        def __init__(self, package: _Optional[str] = ..., file: _Optional[str] = ...) -> None: ...
    class Shell(_message.Message):
        __slots__ = ("command", "pattern")
        COMMAND_FIELD_NUMBER: _ClassVar[int]
        PATTERN_FIELD_NUMBER: _ClassVar[int]
        command: str
        pattern: str
        def __init__(self, command: _Optional[str] = ..., pattern: _Optional[str] = ...) -> None: ...
    class Unchanged(_message.Message):
        __slots__ = ()
        EXCEPT_FIELD_NUMBER: _ClassVar[int]
        def __init__(self, **kwargs) -> None: ...
    class Checks(_message.Message):
        __slots__ = ("check",)
        CHECK_FIELD_NUMBER: _ClassVar[int]
        check: _containers.RepeatedCompositeFieldContainer[Check]
        def __init__(self, check: _Optional[_Iterable[_Union[Check, _Mapping]]] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETTING_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SQL_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    PREFERENCE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_FIELD_NUMBER: _ClassVar[int]
    SCREEN_FIELD_NUMBER: _ClassVar[int]
    LIST_FIELD_NUMBER: _ClassVar[int]
    SHELL_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    HAPPENED_FIELD_NUMBER: _ClassVar[int]
    UNCHANGED_FIELD_NUMBER: _ClassVar[int]
    ALL_FIELD_NUMBER: _ClassVar[int]
    ANY_FIELD_NUMBER: _ClassVar[int]
    WHERE_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    ADDED_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    NOT_FIELD_NUMBER: _ClassVar[int]
    name: str
    setting: Check.Setting
    table: Check.Table
    sql: Check.Sql
    files: str
    document: Check.Document
    preference: Check.Preference
    provider: str
    screen: str
    list: str
    shell: Check.Shell
    answer: ResponseEvent
    holds: str
    happened: int
    unchanged: Check.Unchanged
    all: Check.Checks
    any: Check.Checks
    where: str
    now: Rows
    added: Rows
    removed: Rows
    def __init__(self, name: _Optional[str] = ..., setting: _Optional[_Union[Check.Setting, _Mapping]] = ..., table: _Optional[_Union[Check.Table, _Mapping]] = ..., sql: _Optional[_Union[Check.Sql, _Mapping]] = ..., files: _Optional[str] = ..., document: _Optional[_Union[Check.Document, _Mapping]] = ..., preference: _Optional[_Union[Check.Preference, _Mapping]] = ..., provider: _Optional[str] = ..., screen: _Optional[str] = ..., list: _Optional[str] = ..., shell: _Optional[_Union[Check.Shell, _Mapping]] = ..., answer: _Optional[_Union[ResponseEvent, _Mapping]] = ..., holds: _Optional[str] = ..., happened: _Optional[int] = ..., unchanged: _Optional[_Union[Check.Unchanged, _Mapping]] = ..., all: _Optional[_Union[Check.Checks, _Mapping]] = ..., any: _Optional[_Union[Check.Checks, _Mapping]] = ..., where: _Optional[str] = ..., now: _Optional[_Union[Rows, _Mapping]] = ..., added: _Optional[_Union[Rows, _Mapping]] = ..., removed: _Optional[_Union[Rows, _Mapping]] = ..., **kwargs) -> None: ...

class Rows(_message.Message):
    __slots__ = ("rows", "like", "tolerance", "in_order", "others", "count", "holds")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    LIKE_FIELD_NUMBER: _ClassVar[int]
    TOLERANCE_FIELD_NUMBER: _ClassVar[int]
    IN_ORDER_FIELD_NUMBER: _ClassVar[int]
    OTHERS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    rows: str
    like: _containers.RepeatedScalarFieldContainer[str]
    tolerance: str
    in_order: bool
    others: bool
    count: int
    holds: str
    def __init__(self, rows: _Optional[str] = ..., like: _Optional[_Iterable[str]] = ..., tolerance: _Optional[str] = ..., in_order: _Optional[bool] = ..., others: _Optional[bool] = ..., count: _Optional[int] = ..., holds: _Optional[str] = ...) -> None: ...

class AppEvent(_message.Message):
    __slots__ = ("type", "package", "id", "text", "description")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ANY: _ClassVar[AppEvent.Type]
        CLICKED: _ClassVar[AppEvent.Type]
        LONG_CLICKED: _ClassVar[AppEvent.Type]
        FOCUSED: _ClassVar[AppEvent.Type]
        TEXT_CHANGED: _ClassVar[AppEvent.Type]
        SCROLLED: _ClassVar[AppEvent.Type]
        WINDOW: _ClassVar[AppEvent.Type]
        NOTIFICATION: _ClassVar[AppEvent.Type]
    ANY: AppEvent.Type
    CLICKED: AppEvent.Type
    LONG_CLICKED: AppEvent.Type
    FOCUSED: AppEvent.Type
    TEXT_CHANGED: AppEvent.Type
    SCROLLED: AppEvent.Type
    WINDOW: AppEvent.Type
    NOTIFICATION: AppEvent.Type
    TYPE_FIELD_NUMBER: _ClassVar[int]
    PACKAGE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    type: AppEvent.Type
    package: str
    id: str
    text: str
    description: str
    def __init__(self, type: _Optional[_Union[AppEvent.Type, str]] = ..., package: _Optional[str] = ..., id: _Optional[str] = ..., text: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...
