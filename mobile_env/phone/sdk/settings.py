"""Preference screens: switches, choices, sliders and texts over preferences or settings, printed by an app's family.

Families: "androidx" (and "material3", "appcompat": the same rows), "settings" (Android's Settings), "simple" (the
Simple Mobile Tools apps), "compose" and "react" (rows without ids).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from mobile_env.phone.sdk.parts import SnackbarHost, Toolbar
from mobile_env.phone.sdk.render import Callback, Screen, component, on, render

_TEMPLATES = {
    "simple": "sdk/preference_simple.xml",
    "compose": "sdk/preference_plain.xml",
    "react": "sdk/preference_plain.xml",
}
_TWO_STATES = ("switch", "check", "main", "primary", "radio")
_FAMILIES = ("settings", "simple", "compose", "react")


class Preference:
    """A row that opens something.

    Args:
      id: the row's id in families that have one, and its key.
      title: its text.
      summary: the line below; or a callable that gives it.
      icon: Material icon.
      click: called on a tap.
      pref: what it holds: "key" of the app's default preferences or "file/key".
      setting: what it holds: "namespace/key" of the phone's settings.
      get, set: functions that give and take what it holds, where neither of them does.
      default: what it holds when nothing is stored.
      when: False leaves the row out.
      depends: id of a switch of the same screen that must be on.
      usable: False greys the row out.
      colour: "#rrggbb" of the disc that the icon stands on, as app icons do; "" for none.
    """

    kind = "entry"

    def __init__(
        self,
        id: str,
        title: str,
        *,
        summary: str | Callable[[], str] = "",
        icon: str = "",
        click: Any = None,
        pref: str = "",
        setting: str = "",
        get: Callable[[], Any] | None = None,
        set: Callable[[Any], None] | Callback | None = None,
        default: Any = None,
        when: bool = True,
        depends: str = "",
        usable: bool = True,
        colour: str = "",
    ) -> None:
        self.id = id
        self.title = title
        self.summary = summary
        self.icon = icon
        self.click = click
        self.get = get
        self.set = set
        self.default = default
        self.when = when
        self.depends = depends
        self.usable = usable
        self.colour = colour
        self.bind = f"pref:{pref}" if pref else f"setting:{setting}" if setting else ""
        self.section: Section | None = None

    def held(self) -> Any:
        """What the row holds now."""
        if self.get is not None:
            return self.get()
        value = component().read_bind(self.bind) if self.bind else None
        return self.default if value is None or value == "" else value

    def said(self) -> str:
        """The line below the title."""
        return self.summary() if callable(self.summary) else self.summary

    def tapped(self) -> Markup:
        """The attributes of the row's tap."""
        return on("click", self.click)

    def is_on(self) -> bool:
        """Whether what the row holds counts as on."""
        return self.held() not in (None, "", 0, "0", False, "false")

    def enabled(self) -> bool:
        """Whether the row can be used."""
        if not self.usable:
            return False
        if not self.depends or self.section is None or self.section.screen is None:
            return True
        return self.section.screen.row(self.depends).is_on()

    def printed(self, family: str) -> Markup:
        """The row's markup in a family's ids."""
        value = self.is_on() if self.kind in _TWO_STATES else self.held()
        return render(
            _TEMPLATES.get(family, "sdk/preference_androidx.xml"),
            {
                "it": self,
                "family": family,
                "summary": self.said(),
                "click": self.tapped(),
                "enabled": self.enabled(),
                "value": value,
            },
        )

    def _put(self, *more: Any) -> Markup:
        """Opens what the row's kind asks with; the answer is put where the row holds its value."""
        return on("click", f"@preference_{self.kind}", self.bind, *more)


class SwitchPreference(Preference):
    """On or off. With `set`, a tap calls it with the new state."""

    kind = "switch"

    def tapped(self) -> Markup:
        return self._toggled()

    def _toggled(self) -> Markup:
        if self.set is not None:
            return on("click", self.set, not self.is_on())
        return on("click", "@put", self.bind, not self.is_on())


class MainSwitchPreference(SwitchPreference):
    """The switch of a whole page, in a bar at its top."""

    kind = "main"


class PrimarySwitchPreference(SwitchPreference):
    """A row that opens something, with a switch at its end that is tapped on its own."""

    kind = "primary"

    def tapped(self) -> Markup:
        return on("click", self.click)

    def toggled(self) -> Markup:
        """The attributes of the switch's tap."""
        return self._toggled()


class RadioPreference(Preference):
    """One of several rows of which one is chosen: it is, if what it holds equals `value`."""

    kind = "radio"

    def __init__(self, id: str, title: str, value: Any, **more: Any) -> None:
        super().__init__(id, title, **more)
        self.value = value

    def is_on(self) -> bool:
        return bool(self.held() == self.value)

    def tapped(self) -> Markup:
        if self.set is not None:
            return on("click", self.set, self.value)
        return (
            on("click", self.click) if self.click is not None else on("click", "@put", self.bind, self.value)
        )


class FooterPreference(Preference):
    """A text that explains the page, at its end."""

    kind = "footer"

    def __init__(self, title: str, id: str = "footer", **more: Any) -> None:
        super().__init__(id, title, **{"icon": "outlined/info", **more})


class CheckPreference(SwitchPreference):
    """On or off, as a check box."""

    kind = "check"


class ListPreference(Preference):
    """One of several; the summary is the chosen one. A tap opens the list."""

    kind = "list"

    def __init__(
        self, id: str, title: str, choices: Mapping[Any, str], *, dialog_title: str = "", **more: Any
    ) -> None:
        super().__init__(id, title, **more)
        self.choices = choices
        self.dialog_title = dialog_title or title

    def held(self) -> Any:
        """The chosen key: settings hold text, so keys are compared as text."""
        held = super().held()
        return next((key for key in self.choices if str(key) == str(held)), held)

    def said(self) -> str:
        return super().said() or str(self.choices.get(self.held(), ""))

    def tapped(self) -> Markup:
        pairs = [list(pair) for pair in self.choices.items()]
        setter = getattr(self.set, "__name__", "")
        return self._put(self.dialog_title, pairs, self.held(), setter)


class MultiSelectListPreference(Preference):
    """Any number of several, kept as a set of text."""

    kind = "multi"

    def __init__(self, id: str, title: str, choices: Mapping[str, str], **more: Any) -> None:
        super().__init__(id, title, **more)
        self.choices = choices

    def said(self) -> str:
        held = self.held() or ()
        return super().said() or ", ".join(label for key, label in self.choices.items() if key in held)

    def tapped(self) -> Markup:
        pairs = [list(pair) for pair in self.choices.items()]
        return self._put(self.title, pairs, sorted(self.held() or ()))


class EditTextPreference(Preference):
    """A text; the summary is the text. A tap asks for it."""

    kind = "text"

    def __init__(self, id: str, title: str, *, input: str = "text", hint: str = "", **more: Any) -> None:
        super().__init__(id, title, **more)
        self.input = input
        self.hint = hint

    def said(self) -> str:
        return super().said() or str(self.held() or "")

    def tapped(self) -> Markup:
        return self._put(self.title, str(self.held() or ""), self.hint, self.input)


class SeekBarPreference(Preference):
    """A whole number between two ends, on a slider. `bind` names what it edits, if that is no preference or setting."""

    kind = "slider"

    def __init__(
        self,
        id: str,
        title: str,
        *,
        low: int = 0,
        high: int = 100,
        bind: str = "",
        seekbar_id: str = "seekbar",
        **more: Any,
    ) -> None:
        super().__init__(id, title, **more)
        self.low = low
        self.high = high
        self.bind = bind or self.bind
        self.seekbar_id = seekbar_id


class Section:
    """Rows below a heading; "" for none."""

    def __init__(self, title: str, *rows: Preference, id: str = "") -> None:
        self.title = title
        self.rows = rows
        self.id = id
        self.screen: PreferenceScreen | None = None

    def shown(self) -> Sequence[Preference]:
        return [row for row in self.rows if row.when]


class PreferenceScreen(Screen):
    """Sections of preferences below a toolbar. `context` is for the layout of a `skeleton` of the app's own."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        *sections: Section | Preference,
        family: str = "",
        skeleton: str = "sdk/preference_screen.xml",
        **context: Any,
    ) -> None:
        self.template = skeleton
        self.toolbar = toolbar
        self.family = family
        self._context = context
        grouped: list[Section] = []
        for each in sections:
            if isinstance(each, Section):
                grouped.append(each)
            elif grouped and not grouped[-1].title and not grouped[-1].id:
                grouped[-1].rows = (*grouped[-1].rows, each)
            else:
                grouped.append(Section("", each))
        self.sections = grouped
        for section in grouped:
            section.screen = self
            for row in section.rows:
                row.section = section

    def row(self, id: str) -> Preference:
        """The row of an id.

        Raises:
          KeyError: there is none.
        """
        for section in self.sections:
            for row in section.rows:
                if row.id == id:
                    return row
        raise KeyError(f"the preference screen has no row {id!r}")

    def context(self) -> dict[str, Any]:
        family = self.family or component().app.theme.family
        return {
            **self._context,
            "family": family if family in _FAMILIES else "androidx",
            "snackbar": SnackbarHost(),
        }
