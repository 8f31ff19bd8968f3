"""load: task files and a device in, an environment out."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from mobile_env.env import MobileEnv
from mobile_env.events.policy import CheckPolicy
from mobile_env.phone.network import OFFLINE, THROUGH_PROXY, Fetcher, offline
from mobile_env.simulators.contract import Attachment, Simulator
from mobile_env.simulators.device_spec import DeviceSpec, device_spec, make_simulator
from mobile_env.simulators.emulator.options import AvdOptions
from mobile_env.tasks.loading import RunnableTask, load_tasks
from mobile_env.tasks.set_settings import content_of_sets
from mobile_env.vocabulary import DEFAULT_MARKS, TokenMarks, read_vocabulary

SHIPPED_CONTENT: Final = "wikihow"
"""What an embedded phone's apps find on the network when nobody asks for anything else."""

CONTENT_OF_SET: Final = "auto"
"""The content that the tasks' set asks for in its `set.conf`, else `SHIPPED_CONTENT`."""


def load(
    tasks: str | Path | Iterable[str | Path],
    device: str | DeviceSpec | AvdOptions = "embedded",
    *,
    seed: int = 0,
    hierarchy: bool = False,
    pixels: bool = True,
    check_policy: CheckPolicy | str | None = None,
    content: str | Fetcher | None = CONTENT_OF_SET,
    keep_state: bool = False,
    without: Collection[str] = (),
    allow_forwarding: bool = False,
    unify_vocabulary: str | Path | None = None,
    start_token_mark: str = DEFAULT_MARKS.start,
    non_start_token_mark: str = DEFAULT_MARKS.non_start,
    special_token_pattern: str = DEFAULT_MARKS.special,
) -> MobileEnv:
    """Makes an environment of task files and a device.

    Args:
      tasks: task files, folders of them, or names of shipped sets such as `wikihow`; the first task is active.
      device: a device spec: `embedded[:WIDTHxHEIGHT@DPI]`, …; or options of an AVD that is launched.
      seed: decides which instance of each family of tasks is played, and whatever is left to chance on an
        embedded phone and in random setup steps.
      hierarchy: whether observations hold the view hierarchy.
      pixels: whether observations hold the screen.
      check_policy: when the screen is looked at for events, such as `LIFT|TEXT|KEY|STEP(5)`; see `MobileEnv`.
      content: what apps find on the network: `auto`, what the tasks' set asks for in its `set.conf` (else
        `wikihow`); the name of shipped content or the folder of a replay store; the same with `proxy:` before it,
        through a mitmproxy that lives as long as the environment; a fetcher; `none` or None for a phone that is
        offline. Devices over adb have a network of their own: they take `proxy:`, and nothing else.
      without: kinds of event sources that are switched off on purpose, `text` or `icon`: they never fire, and
        need no engine or model to be installed.
      allow_forwarding: whether steps of tasks may call `adb forward` and `adb reverse`, which join ports of this
        machine to the device.
      keep_state: whether an episode finds the device as the last one left it; see `MobileEnv`.
      unify_vocabulary: a file with a token a line: the vocabulary of every task, instead of the task's own.
      start_token_mark: see `mobile_env.vocabulary.TokenMarks`, as the next two.
      non_start_token_mark: begins a token that goes on with the word before it.
      special_token_pattern: regular expression of tokens that are never typed.

    Returns:
      An environment whose device is launched at its first reset.

    Raises:
      TaskFileError: a task file cannot be used; says all that is wrong, as file:line:col.
      DeviceSpecError: the device spec is malformed, or names a device that cannot be had.
      ValueError: the content or the policy is unknown, the device cannot have that content, or the vocabulary
        cannot be read.
    """
    spec = device_spec(device)
    policy = CheckPolicy.parse(check_policy) if isinstance(check_policy, str) else check_policy
    vocabulary = None if unify_vocabulary is None else read_vocabulary(unify_vocabulary)
    marks = TokenMarks(start_token_mark, non_start_token_mark, special_token_pattern)
    attachments: Sequence[Attachment] = []
    read_tasks = partial(
        load_tasks, device_kind="embedded", without=without, allow_forwarding=allow_forwarding, seed=seed
    )
    if spec.kind == "embedded":
        found = read_tasks(tasks)
        fetch = _fetcher(_asked(content, found), seed)
        # What is given is its giver's to close.
        if isinstance(content, str) and hasattr(fetch, "close"):
            attachments = [_Held(fetch)]
        simulator = make_simulator(spec, seed=seed, fetch=fetch)
    else:
        simulator = make_simulator(spec, seed=seed)
        try:
            if not simulator.embedded:
                read_tasks = partial(read_tasks, device_kind=spec.kind)
            found = read_tasks(tasks)
            attachments = _proxies(
                _asked(content, found), spec, explicit=content != CONTENT_OF_SET, seed=seed
            )
        except BaseException:
            simulator.close()
            raise
    return MobileEnv(
        simulator,
        found,
        hierarchy=hierarchy,
        pixels=pixels,
        check_policy=policy,
        seed=seed,
        keep_state=keep_state,
        attachments=attachments,
        vocabulary=vocabulary,
        token_marks=marks,
        read_tasks=read_tasks,
    )


class _Held:
    """A fetcher that was made for an environment, and is closed with it."""

    def __init__(self, fetch: Any) -> None:
        self._fetch = fetch

    def attach(self, simulator: Simulator) -> None:
        """Nothing: the phone has it from the start."""

    def close(self) -> None:
        self._fetch.close()


def _asked(content: str | Fetcher | None, tasks: Iterable[RunnableTask]) -> str | Fetcher | None:
    """The content, whoever asked for it."""
    if content == CONTENT_OF_SET:
        content = content_of_sets(task.path for task in tasks) or SHIPPED_CONTENT
    return None if content == OFFLINE else content


def _fetcher(content: str | Path | Fetcher | None, seed: int) -> Fetcher:
    if content is None or callable(content):
        return content or offline
    from mobile_env.replay.content import fetcher_for

    return fetcher_for(content, seed)


def _proxies(
    content: str | Fetcher | None, spec: DeviceSpec, *, explicit: bool, seed: int
) -> Sequence[Attachment]:
    """What gives content to a device that has a network of its own."""
    if isinstance(content, str) and content.startswith(THROUGH_PROXY) and spec.kind != "remote":
        from mobile_env.replay.content import source_of
        from mobile_env.trust.attached_proxy import AttachedProxy

        return [AttachedProxy(source_of(content), spec.text, seed=seed)]
    if not explicit or content is None:
        return []
    if spec.kind == "remote":
        raise ValueError(
            f"device {spec.text!r}: a remote device has the content that its service gives it "
            "(name it there: mobile-env device serve --content NAME)"
        )
    raise ValueError(
        f"device {spec.text!r} has a network of its own: content reaches it through a proxy alone "
        "(write proxy: before the name, such as proxy:wikihow)"
    )
