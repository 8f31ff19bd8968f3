"""The shell itself: runs command lines on a phone."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from mobile_env.phone.shell.call import Call, CommandError, decode, encode
from mobile_env.phone.shell.language.expansion import ExpansionError, expand_fields, expand_text
from mobile_env.phone.shell.language.streams import Budget, FileOutput, Input, LimitError, NullOutput, Output
from mobile_env.phone.shell.language.syntax import (
    AndOr,
    Command,
    For,
    Group,
    If,
    List,
    Loop,
    Pipeline,
    Redirection,
    ShellSyntaxError,
    Simple,
    parse,
)
from mobile_env.phone.shell.result import ShellResult
from mobile_env.regex import RunawayRegexError

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

NAME = "/system/bin/sh"
BINARY_DIRECTORIES = ("/system/bin", "/bin", "/system/xbin", "/vendor/bin", "/product/bin")
SHELL_UID = 2000
# What parsing a character costs, and copying a variable to another shell, in bytes gone through.
_WORK_PER_CHARACTER_PARSED, _WORK_PER_VARIABLE = 400, 50


class ExitShell(Exception):
    """`exit`: ends the shell that runs it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class LoopControl(Exception):
    """`break` and `continue`, out of a number of loops."""

    def __init__(self, again: bool, levels: int) -> None:
        super().__init__()
        self.again = again
        self.levels = levels


class _Streams:
    """Standard input, output and error of a command."""

    def __init__(self, stdin: Input, out: Output, err: Output) -> None:
        self.stdin, self.out, self.err = stdin, out, err

    def copy(self) -> _Streams:
        return _Streams(self.stdin, self.out, self.err)


class Shell:
    """A shell on a phone. One object is one shell process: its directory and variables last from run to run.

    Args:
      phone: the phone.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.kernel = phone.kernel
        self.cwd = "/"
        self.status = 0
        self.parameters: list[str] = []
        self.name = NAME
        rooted = phone.state.properties.get("service.adb.root") == "1"
        self.uid = 0 if rooted else SHELL_UID
        user = "root" if rooted else "shell"
        self.env = {
            "ANDROID_DATA": "/data",
            "ANDROID_ROOT": "/system",
            "ANDROID_STORAGE": "/storage",
            "EXTERNAL_STORAGE": "/sdcard",
            "HOME": "/",
            "HOSTNAME": "emu64xa",
            "LOGNAME": user,
            "PATH": ":".join(BINARY_DIRECTORIES),
            "SHELL": NAME,
            "TERM": "dumb",
            "TMPDIR": "/data/local/tmp",
            "USER": user,
        }
        self.budget = Budget()

    def run(self, command: str, stdin: bytes | Input = b"", *, joined: bool = False) -> ShellResult:
        """Runs a command line, as `adb shell command` does; never raises for what the command line says.

        Args:
          command: the command line.
          stdin: what it may read.
          joined: whether errors go into the output too, in the order in which both are written (`2>&1`).
        """
        self.budget = Budget(lambda: self.phone.interrupted)
        out = Output(self.budget)
        err = Output(self.budget) if not joined else out
        files = self.phone.state.files
        outer, files.on_work = files.on_work, self.budget.spend_work
        try:
            source = stdin if isinstance(stdin, Input) else Input(stdin)
            status = self.run_script(command, source, out, err)
        except ExitShell as end:
            status = end.status
        except LoopControl:
            status = self.status
        except LimitError as error:
            complaint = encode(f"{NAME}: {error}\n")
            return ShellResult(out.value(), complaint if joined else err.value() + complaint, 1)
        finally:
            files.on_work = outer
        return ShellResult(out.value(), b"" if joined else err.value(), status & 0xFF)

    def run_script(self, source: str, stdin: Input, out: Output, err: Output) -> int:
        """Runs a text in this shell: `eval`, `source` and `sh -c` too."""
        self.budget.spend_work(len(source) * _WORK_PER_CHARACTER_PARSED)
        try:
            script = parse(source)
            return self._list(script, _Streams(stdin, out, err))
        except ShellSyntaxError as error:
            err.write(encode(f"{NAME}: {error}\n"))
            self.status = 1
            return 1
        except RecursionError as error:
            raise LimitError("commands or expressions nested too deep") from error

    def run_command(self, words: list[str], stdin: Input, out: Output, err: Output) -> int:
        """Runs a command with arguments that are taken as they are: `exec`, `xargs`, `su` and the like."""
        return self._dispatch(words, _Streams(stdin, out, err))

    def child(self) -> Shell:
        """A shell that begins with this one's directory and variables and cannot change them."""
        self.budget.spend_work(_WORK_PER_VARIABLE * len(self.env))
        child = Shell.__new__(Shell)
        child.__dict__.update(self.__dict__)
        child.env = dict(self.env)
        child.parameters = list(self.parameters)
        return child

    # Variables and paths.

    def variable(self, name: str) -> str:
        """The value of a variable, "" if it is not set."""
        return self.env.get(name, "")

    def parameter(self, name: str) -> str | None:
        """The value of a variable or special parameter; None if it is not set."""
        if name.isdecimal():
            number = int(name)
            if number == 0:
                return self.name
            return self.parameters[number - 1] if number <= len(self.parameters) else None
        special = {
            "?": str(self.status),
            "#": str(len(self.parameters)),
            "@": " ".join(self.parameters),
            "*": " ".join(self.parameters),
            "$": "2371",
            "!": "",
            "-": "",
        }
        if name in special:
            return special[name]
        if name == "PWD":
            return self.cwd
        return self.env.get(name)

    def absolute(self, path: str) -> str:
        """The absolute path of one that may be relative to the shell's directory."""
        return path if path.startswith("/") else posixpath.join(self.cwd, path)

    def substitute(self, body: List) -> str:
        """The output of `$(…)`, its last line feeds dropped."""
        out = Output(self.budget)
        self._nested(body, _Streams(Input(), out, self._errors))
        self._substituted = True
        return decode(out.value()).rstrip("\n").replace("\0", "")

    def _nested(self, body: List, streams: _Streams) -> None:
        """Runs a list in a subshell; its status becomes this shell's."""
        self.budget.enter()
        child = self.child()
        try:
            self.status = child._list(body, streams)
        except ExitShell as end:
            self.status = end.status
        except LoopControl:
            self.status = child.status
        finally:
            self.budget.leave()

    # Running the tree.

    # Where a substitution complains, and whether the command being expanded has had one.
    _errors: Output
    _substituted = False

    def _list(self, body: List, streams: _Streams) -> int:
        self._errors = streams.err
        for item in body.items:
            self._and_or(item, streams)
        return self.status

    def _and_or(self, item: AndOr, streams: _Streams) -> None:
        self._pipeline(item.first, streams)
        for operator, pipeline in item.rest:
            if (self.status == 0) == (operator == "&&"):
                self._pipeline(pipeline, streams)

    def _pipeline(self, pipeline: Pipeline, streams: _Streams) -> None:
        stdin = streams.stdin
        last = len(pipeline.commands) - 1
        for number, command in enumerate(pipeline.commands):
            if number == last:
                self._safely(command, _Streams(stdin, streams.out, streams.err))
            else:
                out = Output(self.budget)
                # Each command of a pipe is a process of its own.
                child = self.child()
                try:
                    child._safely(command, _Streams(stdin, out, streams.err))
                except ExitShell:
                    pass
                except LoopControl:
                    pass
                stdin = Input(out.value())
        if pipeline.negated:
            self.status = int(self.status == 0)

    def _safely(self, command: Command, streams: _Streams) -> None:
        """Runs one command. If a word cannot be expanded or a file cannot be opened, only this command fails."""
        try:
            self._command(command, streams)
        except ExpansionError as error:
            streams.err.write(encode(f"{NAME}: {error}\n"))
            self.status = 1

    def _command(self, command: Command, streams: _Streams) -> None:
        self.budget.spend_command()
        redirected = self._redirect(command.redirections, streams)
        if redirected is None:
            self.status = 1
            return
        opened, files = redirected
        try:
            if isinstance(command, Simple):
                self._simple(command, opened)
            elif isinstance(command, Group) and command.subshell:
                self._nested(command.body, opened)
            else:
                self._compound(command, opened)
        finally:
            self._errors = streams.err
            for output in files:
                try:
                    output.close()
                except OSError as error:
                    streams.err.write(encode(f"{NAME}: {error.strerror}\n"))
                    self.status = 1

    def _compound(self, command: Group | If | Loop | For, streams: _Streams) -> None:
        self.budget.enter()
        try:
            if isinstance(command, Group):
                self._list(command.body, streams)
            elif isinstance(command, If):
                self._if(command, streams)
            elif isinstance(command, Loop):
                self._loop(command, streams)
            else:
                self._for(command, streams)
        finally:
            self.budget.leave()

    def _redirect(
        self, redirections: tuple[Redirection, ...], streams: _Streams
    ) -> tuple[_Streams, list[FileOutput]] | None:
        """The streams after redirection and the files to close; None, and a complaint, if one cannot be opened."""
        opened = streams.copy()
        files: list[FileOutput] = []
        for redirection in redirections:
            target = expand_text(self, redirection.target)
            if redirection.operator in (">&", "<&"):
                source = {"0": None, "1": opened.out, "2": opened.err, "-": NullOutput(self.budget)}.get(
                    target
                )
                if source is None:
                    streams.err.write(encode(f"{NAME}: {target}: bad file descriptor\n"))
                    return None
                self._attach(opened, redirection.fd, source)
                continue
            path = self.absolute(target)
            try:
                if redirection.operator in ("<", "<>"):
                    opened.stdin = Input(b"" if path == "/dev/null" else self.phone.state.files.read(path))
                    continue
                output = self._open_output(path, redirection.operator == ">>", streams)
            except OSError as error:
                verb = "open" if redirection.operator in ("<", "<>") else "create"
                streams.err.write(encode(f"{NAME}: can't {verb} {target}: {error.strerror}\n"))
                return None
            if isinstance(output, FileOutput):
                files.append(output)
            self._attach(opened, redirection.fd, output)
        return opened, files

    def _open_output(self, path: str, append: bool, streams: _Streams) -> Output:
        if path == "/dev/null":
            return NullOutput(self.budget)
        if path in ("/dev/tty", "/dev/stdout"):
            return streams.out
        if path == "/dev/stderr":
            return streams.err
        return FileOutput(self.budget, self.phone.state.files, path, append=append)

    def _attach(self, streams: _Streams, fd: int, output: Output) -> None:
        if fd == 1:
            streams.out = output
        elif fd == 2:
            streams.err = output

    def _if(self, command: If, streams: _Streams) -> None:
        for condition, body in command.branches:
            if self._list(condition, streams) == 0:
                self.status = 0
                self._list(body, streams)
                return
        self.status = 0
        if command.otherwise is not None:
            self._list(command.otherwise, streams)

    def _loop(self, command: Loop, streams: _Streams) -> None:
        status = 0
        while True:
            self.budget.spend_command()
            try:
                if (self._list(command.condition, streams) == 0) == command.until:
                    break
                status = self._list(command.body, streams)
            except LoopControl as control:
                if self._ends_loop(control):
                    break
        self.status = status

    def _for(self, command: For, streams: _Streams) -> None:
        values = expand_fields(self, command.words)
        self.status = 0
        for value in values:
            self.budget.spend_command()
            self.env[command.name] = value
            try:
                self._list(command.body, streams)
            except LoopControl as control:
                if self._ends_loop(control):
                    break

    def _ends_loop(self, control: LoopControl) -> bool:
        """Whether this loop ends. Raises LoopControl again if an outer loop is meant."""
        if control.levels > 1:
            raise LoopControl(control.again, control.levels - 1)
        return not control.again

    def _simple(self, command: Simple, streams: _Streams) -> None:
        self._errors = streams.err
        self._substituted = False
        words = expand_fields(self, command.words)
        values = [(name, expand_text(self, word)) for name, word in command.assignments]
        if not words:
            self.env.update(values)
            if not self._substituted:
                self.status = 0
            return
        saved = {name: self.env.get(name) for name, _ in values}
        self.env.update(values)
        try:
            self.status = self._dispatch(words, streams)
        finally:
            for name, value in saved.items():
                if value is None:
                    self.env.pop(name, None)
                else:
                    self.env[name] = value

    def _dispatch(self, words: list[str], streams: _Streams) -> int:
        from mobile_env.phone.shell.registry import WORK_PER_BYTE, find

        directory, base = posixpath.split(words[0])
        found = find(self.kernel, base) if not directory or directory in BINARY_DIRECTORIES else None
        call = Call(self, base, words[1:], streams.stdin, streams.out, streams.err)
        budget = self.budget
        streams.stdin.budget = budget
        budget.enter()
        weight = budget.weight
        budget.weight = WORK_PER_BYTE.get(base, 1)
        try:
            return found(call) if found else self._run_file(words, streams)
        except CommandError as error:
            call.err.write(encode(error.text))
            return error.exit_code
        except RunawayRegexError as error:
            return call.fail(str(error), 2)
        except OSError as error:
            return call.fail_os(str(error.filename or ""), error)
        finally:
            budget.leave()
            budget.weight = weight
            if call.search_time is not None:
                budget.spend_seconds(call.search_time.seconds - call.search_time.left)

    def _run_file(self, words: list[str], streams: _Streams) -> int:
        """Runs a script from the phone's files, or prints that there is no command of that name."""
        name = words[0]
        files = self.phone.state.files
        path = self.absolute(name)
        if "/" in name and files.is_file(path):
            text = decode(files.read(path))
            if not files.stat(path).mode & 0o111 or "\0" in text:
                streams.err.write(encode(f"{NAME}: {name}: can't execute: Permission denied\n"))
                return 126
            return self.run_child(text, words[1:], streams.stdin, streams.out, streams.err, name=name)
        if "/" in name and files.is_directory(path):
            streams.err.write(encode(f"{NAME}: {name}: can't execute: Is a directory\n"))
            return 126
        streams.err.write(encode(f"{NAME}: {name}: inaccessible or not found\n"))
        self.phone.state.log.write("W", "sh", f"{name}: inaccessible or not found")
        return 127

    def run_child(
        self, source: str, parameters: list[str], stdin: Input, out: Output, err: Output, *, name: str = NAME
    ) -> int:
        """Runs a text in a shell of its own with positional parameters: `sh -c`, scripts."""
        try:
            child = self.child()
            child.parameters, child.name, child.status = parameters, name, 0
            return child.run_script(source, stdin, out, err)
        except ExitShell as end:
            return end.status
        except LoopControl:
            return 0
