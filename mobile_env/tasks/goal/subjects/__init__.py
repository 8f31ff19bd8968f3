"""What checks look at, one subject a file: each reads rows of the situation.

A new subject is its file and its line in `SUBJECTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mobile_env.tasks.goal.subjects import (
    database,
    document,
    files,
    preference,
    provider,
    screen,
    service_list,
    setting,
    shell,
)
from mobile_env.tasks.goal.subjects.contract import Subject, SubjectCompiler

SUBJECTS: Final[Mapping[str, Callable[[SubjectCompiler, Any], Subject | None]]] = {
    "setting": setting.compile_setting,
    "table": database.compile_table,
    "sql": database.compile_sql,
    "files": files.compile_files,
    "document": document.compile_document,
    "preference": preference.compile_preference,
    "provider": provider.compile_provider,
    "screen": screen.compile_screen,
    "list": service_list.compile_list,
    "shell": shell.compile_shell,
}
"""By the field of `Check.what`. A compile function reports faults and then returns None."""
