"""`put_contact { name number label email }`: a contact, put into the contacts provider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler

_ITEM: Final = "vnd.android.cursor.item"
# ContactsContract.CommonDataKinds.Phone.TYPE_*; any other label is a custom one (0).
_LABELS: Final = {"": 2, "Home": 1, "Mobile": 2, "Work": 3, "Other": 7, "Main": 12}


@dataclass(frozen=True)
class PutContact:
    """Adds a contact of the phone itself, as the contacts app does."""

    name: Filled
    number: Filled
    label: Filled
    email: Filled

    def run(self, state: DeviceState, scope: Scope) -> None:
        contact = state.insert("content://com.android.contacts/raw_contacts", {"account_type": None})
        data = "content://com.android.contacts/data"
        state.insert(
            data, {"raw_contact_id": contact, "mimetype": f"{_ITEM}/name", "data1": self.name(scope)}
        )
        number, label, email = self.number(scope), self.label(scope), self.email(scope)
        if number:
            kind = _LABELS.get(label, 0)
            phone = {
                "raw_contact_id": contact,
                "mimetype": f"{_ITEM}/phone_v2",
                "data1": number,
                "data2": kind,
            }
            state.insert(data, phone if kind else {**phone, "data3": label})
        if email:
            state.insert(
                data,
                {"raw_contact_id": contact, "mimetype": f"{_ITEM}/email_v2", "data1": email, "data2": 1},
            )


def compile_put_contact(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "name"):
        return None
    return PutContact(*(compiler.text(message, name) for name in ("name", "number", "label", "email")))
