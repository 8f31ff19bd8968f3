"""A catalogue of files that cannot be used. `‸` marks where each fault is; it is not part of the file."""

# name -> (file, what each fault says, in order of place)
SYNTAX = {
    "misspelt field": (
        'id: "x"\nevent_slots { reward_listener { ‸transformations: "y = 1" } }',
        ["EventSlot has no field `transformations` (did you mean `transformation`?)"],
    ),
    "field of another message": (
        'event_sources { ‸pattern: "x" id: 1 }',
        ["EventSource has no field `pattern` (it belongs into `log_event` or `response_event`)"],
    ),
    "field of an earlier version": (
        'event_sources { view_hierarchy_event { ‸view_hierarchy_path: ["a", "b"] } id: 1 }',
        ["ViewHierarchyEvent has no field `view_hierarchy_path` (nodes are named by a CSS `selector` now)"],
    ),
    "field like no other": (
        "event_slots { ‸zzz { } }",
        ["TaskEventSlots has no field `zzz` (TaskEventSlots has score_listener, reward_listener, "],
    ),
    "field number": ('‸1: "x"', ["expected the name of a field, found 1"]),
    "extension": ("‸[a.b]: 1", ["extensions and Any are not part of task files"]),
    "value instead of a field": ('‸"x"', ['expected the name of a field, found "x"']),
    "no colon": ('id ‸"x"', ['expected : after `id` (write id: "x")']),
    "no value": ("setup_steps { sleep { time_sec: ‸} }", ["expected a value for `time_sec`, found }"]),
    "no value at the end": ("id:‸", ["expected a value for `id`, found the end of the file"]),
    "field alone": ("id‸", ["expected : and a value after `id` (it takes a string in quotes)"]),
    "text for a number": ('max_num_steps: ‸"500"', ['`max_num_steps` takes no string, found "500"']),
    "word for a number": ("max_num_steps: ‸many", ["`max_num_steps` takes a whole number, found many"]),
    "fraction for a whole number": ("max_num_steps: ‸1.5", ["takes a whole number, found 1.5"]),
    "number too big": (
        "max_num_steps: ‸2147483648",
        ["2147483648 is too big for `max_num_steps` (from -2147483648 to 2147483647)"],
    ),
    "bad octal": ("max_num_steps: ‸089", ["takes a whole number, found 089"]),
    "lonely sign": (
        "max_num_steps: ‸- ‸5",
        ["takes a whole number, found -", "expected the name of a field"],
    ),
    "bad number": ("max_duration_sec: ‸1.2.3", ["`max_duration_sec` takes a number, found 1.2.3"]),
    "number for text": ("id: ‸7", ['`id` takes a string, found 7 (write "7")']),
    "word for text": ("id: ‸x", ['`id` takes a string, found x (write "x")']),
    "message for text": ("id: ‸{ }", ["`id` is no message (it takes a string in quotes)"]),
    "message for text without colon": ("id ‸{ }", ["`id` is no message (it takes a string in quotes)"]),
    "text for a message": (
        'event_slots { reward_listener: ‸"x" }',
        ['expected { here: EventSlot is a message, found "x"'],
    ),
    "list for one value": ('id: ‸["x"]', ["`id` takes one value, not a list (remove the brackets)"]),
    "list of messages for one": (
        "event_slots: ‸[{ }]",
        ["`event_slots` takes one value, not a list"],
    ),
    "unknown choice": (
        "event_slots { reward_listener { type: ‸ANY } }",
        ["`type` has no value ANY (did you mean AND?)"],
    ),
    "choice in small letters": (
        "event_slots { reward_listener { type: ‸or } }",
        ["`type` has no value or (did you mean OR?)"],
    ),
    "unknown choice by number": (
        "event_slots { reward_listener { repeatability: ‸7 } }",
        ["`repeatability` has no value 7 (it takes UNLIMITED, LAST, NONE)"],
    ),
    "text for a choice": (
        'event_slots { reward_listener { type: ‸"OR" } }',
        ['`type` takes no string, found "OR" (it takes SINGLE, AND, OR)'],
    ),
    "bad truth": (
        "event_sources { log_event { anchored: ‸yes } }",
        ["`anchored` takes true or false, found yes"],
    ),
    "field given twice": ('id: "x"\nname: "y"\n‸id: "z"', ["`id` is given twice, first on line 1"]),
    "message given twice": (
        "event_slots { }\n‸event_slots { }",
        ["`event_slots` is given twice, first on line 1"],
    ),
    "two of one kind": (
        'event_sources {\n  log_event { pattern: "x" }\n  ‸response_event { pattern: "y" }\n}',
        ["`response_event` cannot go with `log_event` of line 2 (keep one of text_recognize, "],
    ),
    "string without its end": ('id: "x"\nname: ‸"abc\n', ['a string begins here with " and does not end']),
    "curly quotes": ("id: ‸“x”", ["unexpected character “ (use straight quotes"]),
    "comment of another language": ("‸// a task\n", ["unexpected character / (a comment begins with #)"]),
    "stray character": ('id: "x" ‸%', ["unexpected character '%'"]),
    "bad escape": (r'id: "ab‸\xZ"', [r"\x without its digits"]),
    "short unicode escape": (r'id: "ab‸\u12"', [r"\u without its digits"]),
    "half a pair": (r'id: "‸\ud83d"', [r"\ud83d is not a character"]),
    "octal beyond a byte": (r'id: "‸\400"', [r"\400 is not a byte"]),
    "bytes that are no text": (r'id: ‸"\xff"', ["`id` is not UTF-8 text: byte 0xff"]),
    "unclosed message": (
        'id: "x"\nevent_slots {\n  reward_listener { }\n‸',
        ["the file ends, but the { of 2:13 is open (add })"],
    ),
    "one bracket too many": ('id: "x" ‸}', ["} closes nothing"]),
    "brackets of two kinds": (
        "event_slots {\n  reward_listener < ‸} >",
        ["} cannot close the < of 2:19 (close it with > first)"],
    ),
    "unclosed unknown field": (
        "‸nothing { a: [1, 2‸}",
        ["Task has no field `nothing`", "} does not match the bracket it closes (pair the brackets)"],
    ),
    "unknown field to the end": (
        "‸nothing { a: [1, 2]‸",
        ["Task has no field `nothing`", "the file ends, but the bracket of 1:9 is open"],
    ),
    "not a field": ('id: "x" ‸. ', ["expected the name of a field, found ."]),
    "list without commas": (
        "event_slots { reward_listener { prerequisite: [1 ‸2] } }",
        ["expected , or ] in the list"],
    ),
    "list with a last comma": ('command: ["a"‸, ]', ["a comma before the end of the list"]),
    "unclosed list": (
        'command: ["a", "b"\n‸',
        ["expected , or ] in the list `command` of 1:1, found the end"],
    ),
    "two separators": ('id: "x",‸, name: "y"', ["expected the name of a field, found ,"]),
    "several at once": (
        'id: ‸5\n‸nmae: "x"\nsetup_steps { sleep { time_sec: ‸soon } }\n',
        ["`id` takes a string", "Task has no field `nmae`", "`time_sec` takes a number"],
    ),
}

_STEP = 'id: "x"\nsetup_steps {\n  %s\n}'

MEANING = {
    "no id": ('‸name: "x"', ["the task has no id"]),
    "empty id": ('id: ‸"  "', ["the task has no id"]),
    "id of two lines": ('id: ‸"a\\nb"', ["the id has control characters"]),
    "limit that is no number": ('id: "x" max_duration_sec: ‸nan', ["max_duration_sec is not a number"]),
    "step that does nothing": (
        'id: "x"\n‸setup_steps { success_condition { num_retries: 3 } }',
        ["does nothing"],
    ),
    "reset step that does nothing": (
        'id: "x"\nreset_steps: [{ sleep {} }, ‸{}]',
        ["a step that does nothing"],
    ),
    "call without a call": (_STEP % "‸adb_call {}", ["an adb_call without a call"]),
    "request without a request": (
        _STEP % "‸adb_request { timeout_sec: 3 }",
        ["an adb_request without a request"],
    ),
    "sleep backwards": (_STEP % "sleep { time_sec: ‸-1 }", ["time_sec is -1"]),
    "sleep for ever": (_STEP % "sleep { time_sec: ‸inf }", ["time_sec is inf"]),
    "negative retries": (
        _STEP % "sleep {} success_condition { num_retries: ‸-2 }",
        ["num_retries is -2"],
    ),
    "negative timeout": (
        _STEP
        % 'success_condition { check_install { package_name: "com.wikihow.wikihowapp" timeout_sec: ‸-5 } }',
        ["timeout_sec is -5"],
    ),
    "check without a package": (
        _STEP % "success_condition { ‸check_install { } }",
        ["check_install without a package_name"],
    ),
    "check without a screen": (
        _STEP % "success_condition { ‸wait_for_app_screen { timeout_sec: 3 } }",
        ["wait_for_app_screen without an activity"],
    ),
    "check without a message": (
        _STEP % "success_condition { ‸wait_for_message { } }",
        ["wait_for_message without a message"],
    ),
    "bad message": (
        _STEP % 'success_condition { wait_for_message { message: ‸"(ready" } }',
        ["bad regular expression '(ready': missing ), unterminated subpattern at character 1"],
    ),
    "bad view": (
        'id: "x" expected_app_screen { activity: "a.b/.C" view_hierarchy_path: ["^a", ‸"*b"] }',
        ["bad regular expression '*b': nothing to repeat at character 1"],
    ),
    "views of nothing": (
        'id: "x" ‸expected_app_screen { view_hierarchy_path: "a" }',
        ["view_hierarchy_path without an activity"],
    ),
    "activity without its package": (
        'id: "x" expected_app_screen { activity: ‸"MainActivity" }',
        ["'MainActivity' does not name a part of a package (it looks like com.example.app/com.example."],
    ),
    "activity with a command in it": (
        _STEP % 'adb_call { start_activity { full_activity: ‸"com.wikihow.wikihowapp/.A; reboot" } }',
        ["'com.wikihow.wikihowapp/.A; reboot' does not name a part of a package"],
    ),
    "empty package": (_STEP % "adb_call { ‸force_stop { } }", ["force_stop without a package_name"]),
    "package with blanks": (
        _STEP % 'adb_call { clear_cache { package_name: ‸"com.wikihow app" } }',
        ["'com.wikihow app' is no package name (it looks like com.example.app)"],
    ),
    "no permission": (
        _STEP % 'adb_call { ‸grant_permissions { package_name: "com.wikihow.wikihowapp" } }',
        ["grant_permissions without permissions"],
    ),
    "bad permission": (
        _STEP
        % 'adb_call { grant_permissions { package_name: "com.wikihow.wikihowapp" permissions: ‸"a b" } }',
        ["'a b' is no permission"],
    ),
    "tap off the screen": (_STEP % "adb_call { tap { x: 3 y: ‸-4 } }", ["y is -4"]),
    "no activity to choose": (
        _STEP % "adb_call { ‸start_random_activity { } }",
        ["start_random_activity without activities"],
    ),
    "bad activity to choose": (
        _STEP % 'adb_call { start_random_activity { activity_list: ["com.wikihow.wikihowapp/.A", ‸"B"] } }',
        ["'B' does not name a part of a package"],
    ),
    "intent for nothing": (
        _STEP % 'adb_call { ‸start_intent { package_name: "com.wikihow.wikihowapp" } }',
        ["start_intent without an action or data"],
    ),
    "command without words": (
        _STEP % "adb_call { ‸shell_command { command: ' ' } }",
        ["a command without words"],
    ),
    "install nothing": (_STEP % "adb_call { ‸install_apk { } }", ["install_apk without a path"]),
    "missing APK": (
        _STEP % 'adb_call { install_apk { filesystem { path: ‸"../gone.apk" } } }',
        ["there is no APK file ../gone.apk"],
    ),
    "missing APK of an unknown app": (
        _STEP % 'adb_call { install_apk { filesystem { path: ‸"gone.apk" } } }'
        + '\nreset_steps { adb_call { force_stop { package_name: "com.nobody.knows" } } }',
        ["there is no APK file gone.apk (paths are relative to the task file; the embedded phone has "],
    ),
    "missing APK of a request": (
        _STEP % 'adb_request { install_apk { filesystem { path: ‸"gone.apk" } } }',
        ["there is no APK file gone.apk"],
    ),
    "request without what it needs": (
        _STEP % "adb_request { ‸settings { put { key: 'a' } } }",
        ["settings without name_space"],
    ),
    "request without a verb": (
        _STEP % "adb_request { ‸package_manager { } }",
        ["package_manager without verb (add list or clear or grant)"],
    ),
    "request with a bad timeout": (
        _STEP % 'adb_request { input_text { text: "a" } timeout_sec: ‸-1 }',
        ["timeout_sec is -1"],
    ),
    "extra without a name": ('id: "x" ‸extras_spec { shape: 3 dtype: INT32 }', ["an extra without a name"]),
    "extra of a negative size": (
        'id: "x" extras_spec { name: "g" shape: [4, ‸-1] dtype: INT32 }',
        ["the size -1 of an axis is negative"],
    ),
    "extra without a type": ('id: "x" ‸extras_spec { name: "g" }', ["an extra without a dtype"]),
    "two extras of one name": (
        'id: "x" extras_spec { name: "g" dtype: BOOL } extras_spec { name: ‸"g" dtype: BOOL }',
        ["a second extra named 'g'"],
    ),
    "two limits": (
        'id: "x" max_num_steps: 5 max_episode_steps: ‸6',
        ["`max_episode_steps` and `max_num_steps` say different things"],
    ),
    "reward pattern without a group": (
        'id: "x" log_parsing_config { log_regexps { reward: ["^r: (.*)$", ‸"^reward$"] } }',
        ["the pattern has no group"],
    ),
    "extra pattern without names": (
        'id: "x" log_parsing_config { log_regexps { extra: ‸"^e: (?P<name>.*) (.*)$" } }',
        ["the pattern has no group named `extra` (write it as (?P<extra>...))"],
    ),
    "two ways to fire": (
        'id: "x" log_parsing_config { log_regexps { episode_end: "^end$" } }\n'
        "event_sources { id: 1 log_event { pattern: 'x' } }\n"
        "event_slots { ‸episode_end_listener { events { id: 1 } } }",
        ["`episode_end_listener` and `log_parsing_config` both say when this fires"],
    ),
}

# Faults that the compiler of events finds: here only that they come with a place.
EVENTS = {
    "unknown id": (
        'id: "x"\nevent_sources { id: 1 log_event { pattern: "a" } }\n'
        "event_slots { reward_listener { events { id: ‸12 } } }",
        ["12"],
    ),
    "double id": (
        'id: "x"\nevent_sources { id: 1 log_event { pattern: "a" } }\n'
        'event_sources { id: ‸1 log_event { pattern: "b" } }\n',
        ["1"],
    ),
    "bad pattern": (
        'id: "x"\nevent_sources { id: 1 log_event { pattern: ‸"(a" } }',
        ["unterminated subpattern"],
    ),
    "bad selector": (
        'id: "x"\nevent_sources { id: 1 view_hierarchy_event { selector: ["a", ‸"b["] } }',
        ["selector"],
    ),
    "bad transformation": (
        'id: "x"\nevent_slots { reward_listener { transformation: ["y = 1", ‸"y = open(1)"] } }',
        ["open"],
    ),
    "bad pattern of AndroidEnv's": (
        'id: "x"\nlog_parsing_config { filters: "T:V" log_regexps { reward_event { event: ‸"(a" reward: 2 } } }',
        ["unterminated subpattern"],
    ),
    "source of a kind to come": (
        'id: "x"\nevent_sources { id: 1 ‸icon_detect { class: "a" rect { x1: 1 y1: 1 } } }',
        ["icon_detect"],
    ),
    "everything is told at once": (
        'id: ‸" "\nmax_duration_sec: ‸nan\nsetup_steps { sleep { time_sec: ‸-1 } }\n'
        'event_sources { id: 1 log_event { pattern: ‸"(a" } }',
        ["no id", "max_duration_sec", "time_sec", "unterminated subpattern"],
    ),
}
