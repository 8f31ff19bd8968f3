"""A catalogue of files whose syntax is broken. `‸` marks where each fault is; it is not part of the file."""

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
        ["`type` has no value ANY (did you mean `AND`?)"],
    ),
    "choice in small letters": (
        "event_slots { reward_listener { type: ‸or } }",
        ["`type` has no value or (did you mean `OR`?)"],
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
