"""A device that writes down what it is asked, and answers as it is told."""

from collections import deque
from types import SimpleNamespace

STACK = (
    "RootTask id=1 bounds=[0,0][1080,1920]\n"
    "  taskId=7: com.example/com.example.Main bounds=[0,0][1080,1920] userId=0 visible=true "
    "topActivity=ComponentInfo{com.example/com.example.Main}\n"
)


class RecordingDevice:
    """Answers adb commands by their longest known beginning; b"" with exit code 0 otherwise.

    Attributes:
      commands: every command, as the words after `adb` joined by spaces.
      answers: beginning of a command -> one answer, or a queue of them (the last one stays).
      sleeps: every sleep, in seconds.
      log: messages that are logged; each is (seconds of the clock, text).
    """

    def __init__(self, answers=None, embedded=True):
        self.embedded = embedded
        self.commands = []
        self.answers = {beginning: deque([answer]) for beginning, answer in (answers or {}).items()}
        self.sleeps = []
        self.log = []
        self.time = 100.0
        self._drained = 0

    def queue(self, beginning, *answers):
        self.answers[beginning] = deque(answers)

    def adb(self, args, timeout=None):
        command = " ".join(args)
        self.commands.append(command)
        known = [beginning for beginning in self.answers if command.startswith(beginning)]
        if not known:
            return SimpleNamespace(output=b"", exit_code=0)
        answers = self.answers[max(known, key=len)]
        answer = answers.popleft() if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        output, exit_code = answer if isinstance(answer, tuple) else (answer, 0)
        return SimpleNamespace(output=output.encode(), exit_code=exit_code)

    def sleep(self, seconds):
        self.sleeps.append(seconds)
        self.time += seconds

    def clock(self):
        return self.time

    def drain_log(self):
        due = [SimpleNamespace(message=text) for when, text in self.log if when <= self.time]
        fresh = due[self._drained :]
        self._drained = len(due)
        return fresh
