"""Options of the toybox commands: single letters, some with a value."""

from __future__ import annotations

from mobile_env.phone.shell.call import Call, CommandError


class Options:
    """The options of one call.

    Args:
      call: the call; its arguments are read.
      switches: letters without a value.
      values: letters with a value, in the same word or the next.
      long: words after `--` and the letters they stand for.

    Attributes:
      rest: the arguments that are no options.
    """

    def __init__(
        self, call: Call, switches: str = "", values: str = "", long: dict[str, str] | None = None
    ) -> None:
        self._found: dict[str, list[str]] = {}
        self.rest: list[str] = []
        self._call = call
        words = call.args[::-1]
        while words:
            word = words.pop()
            if word == "--":
                self.rest += words[::-1]
                break
            if word.startswith("--"):
                name, equals, value = word[2:].partition("=")
                if name == "help":
                    self._help(switches, values)
                letter = (long or {}).get(name)
                if letter is None:
                    raise self._unknown(word[2:])
                if letter in values and not equals:
                    value = self._value(words, letter)
                self._found.setdefault(letter, []).append(value)
            elif word.startswith("-") and len(word) > 1:
                self._letters(word[1:], words, switches, values)
            else:
                self.rest.append(word)

    def _letters(self, letters: str, words: list[str], switches: str, values: str) -> None:
        for at, letter in enumerate(letters):
            if letter in values:
                value = letters[at + 1 :] or self._value(words, letter)
                self._found.setdefault(letter, []).append(value)
                return
            if letter not in switches:
                raise self._unknown(letter)
            self._found.setdefault(letter, []).append("")

    def _help(self, switches: str, values: str) -> None:
        flags = f"[-{switches}] " if switches else ""
        flags += "".join(f"[-{letter} VALUE] " for letter in values)
        self._call.print(f"usage: {self._call.name} {flags}[ARGUMENT...]")
        raise CommandError("", 0)

    def _value(self, words: list[str], letter: str) -> str:
        if not words:
            raise CommandError(f"{self._call.name}: Missing argument to -{letter}\n")
        return words.pop()

    def _unknown(self, name: str) -> CommandError:
        command = self._call.name
        return CommandError(f"{command}: Unknown option '{name}' (see \"{command} --help\")\n")

    def __contains__(self, letter: str) -> bool:
        return letter in self._found

    def any(self, letters: str) -> bool:
        """Whether one of the letters was given."""
        return any(letter in self._found for letter in letters)

    def times(self, letter: str) -> int:
        """How often a letter was given."""
        return len(self._found.get(letter, []))

    def get(self, letter: str, default: str = "") -> str:
        """The last value given for a letter."""
        return self._found[letter][-1] if letter in self._found else default

    def all(self, letter: str) -> list[str]:
        """All values given for a letter, in order."""
        return self._found.get(letter, [])

    def number(self, letter: str, default: int) -> int:
        """The value as a whole number; k, M and G multiply by powers of 1024."""
        if letter not in self._found:
            return default
        text = self.get(letter)
        scale = {"k": 1 << 10, "K": 1 << 10, "m": 1 << 20, "M": 1 << 20, "g": 1 << 30, "G": 1 << 30}.get(
            text[-1:], 1
        )
        digits = text[:-1] if scale > 1 else text
        if not digits.lstrip("+-").isdecimal() or len(digits) > 18:
            raise CommandError(f"{self._call.name}: not integer: {text}\n")
        return int(digits) * scale

    def need(self, count: int) -> None:
        """Raises CommandError, as toybox says it, if there are fewer arguments than that."""
        if len(self.rest) < count:
            name = self._call.name
            missing = f"Need {count} argument{'s' if count > 1 else ''}"
            raise CommandError(f'{name}: {missing} (see "{name} --help")\n')
