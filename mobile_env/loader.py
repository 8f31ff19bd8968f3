"""load: task files and a device in, an environment out."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from mobile_env.env import MobileEnv
from mobile_env.events.policy import CheckPolicy
from mobile_env.phone.network import Fetcher, offline
from mobile_env.simulators.device_spec import DeviceSpec, make_simulator, parse_device_spec
from mobile_env.tasks.loading import load_tasks

SHIPPED_CONTENT: Final = "wikihow"
"""The content that an embedded phone's apps find on the network unless told otherwise."""


def load(
    tasks: str | Path | Iterable[str | Path],
    device: str | DeviceSpec = "embedded",
    *,
    seed: int = 0,
    hierarchy: bool = False,
    pixels: bool = True,
    check_policy: CheckPolicy | str | None = None,
    content: str | Fetcher | None = SHIPPED_CONTENT,
    keep_state: bool = False,
    without: Collection[str] = (),
) -> MobileEnv:
    """Makes an environment of task files and a device.

    Args:
      tasks: task files, folders of them, or names of shipped sets such as `wikihow`; the first task is active.
      device: a device spec: `embedded[:WIDTHxHEIGHT@DPI]`, …
      seed: decides whatever is left to chance on an embedded phone and in random setup steps.
      hierarchy: whether observations hold the view hierarchy.
      pixels: whether observations hold the screen.
      check_policy: when the screen is looked at for events, such as `LIFT|TEXT|KEY|STEP(5)`; see `MobileEnv`.
      content: what an embedded phone finds on the network: the name of shipped content or the folder of a replay
        store (with `proxy:` before it: through mitmproxy), a fetcher, or None for a phone that is offline.
      without: kinds of event sources that are switched off on purpose, `text` or `icon`: they never fire, and
        need no engine or model to be installed.
      keep_state: whether an episode finds the device as the last one left it; see `MobileEnv`.

    Returns:
      An environment whose device is launched at its first reset.

    Raises:
      TaskFileError: a task file cannot be used; says all that is wrong, as file:line:col.
      DeviceSpecError: the device spec is malformed, or of a kind that is not built yet.
      ValueError: the content or the policy is unknown.
    """
    spec = parse_device_spec(device) if isinstance(device, str) else device
    simulator = make_simulator(spec, seed=seed, fetch=_fetcher(content, seed))
    return MobileEnv(
        simulator,
        load_tasks(tasks, device_kind="embedded" if simulator.embedded else spec.kind, without=without),
        hierarchy=hierarchy,
        pixels=pixels,
        check_policy=check_policy,
        seed=seed,
        keep_state=keep_state,
    )


def _fetcher(content: str | Fetcher | None, seed: int) -> Fetcher:
    if content is None:
        return offline
    if isinstance(content, str):
        from mobile_env.replay.by_name import fetcher_by_name

        return fetcher_by_name(content, seed=seed)
    return content
