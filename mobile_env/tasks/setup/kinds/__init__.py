"""Steps that write the device's state, one kind a file.

A new kind is its file, its line in `STATE_STEPS`, and its field in `SetupStep`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mobile_env.tasks.setup.kinds import (
    delete_files,
    put_clipboard,
    put_contact,
    put_file,
    put_media,
    put_message,
    put_preference,
    put_rows,
    put_setting,
    restore,
    sql,
)
from mobile_env.tasks.setup.kinds.contract import StateStep, StepCompiler

STATE_STEPS: Final[Mapping[str, Callable[[StepCompiler, Any], StateStep | None]]] = {
    "restore": restore.compile_restore,
    "put_setting": put_setting.compile_put_setting,
    "put_rows": put_rows.compile_put_rows,
    "sql": sql.compile_sql,
    "put_file": put_file.compile_put_file,
    "delete_files": delete_files.compile_delete_files,
    "put_media": put_media.compile_put_media,
    "put_preference": put_preference.compile_put_preference,
    "put_contact": put_contact.compile_put_contact,
    "put_message": put_message.compile_put_message,
    "put_clipboard": put_clipboard.compile_put_clipboard,
}
"""By the field of `SetupStep.step`. A compile function reports faults and then returns None."""
