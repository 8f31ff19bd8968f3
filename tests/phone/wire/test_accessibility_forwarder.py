"""AndroidEnv's A11yGrpcWrapper, unmodified, on a served phone that plays the AccessibilityForwarder's part."""

import types
from concurrent import futures

import grpc
import numpy as np
import pytest
from android_env import loader
from android_env.components import config_classes
from android_env.proto.a11y import a11y_pb2_grpc
from android_env.wrappers import a11y_grpc_wrapper
from android_env.wrappers.a11y import a11y_events, a11y_forests, a11y_servicer
from transport import wait_for

from mobile_env.phone.apps.accessibility_forwarder.flags import (
    ENABLE_TREES,
    PACKAGE,
    RECEIVER,
    SERVICE,
    SET_GRPC,
)

WIKIHOW = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"
TASK = f"""
id: "forwarded"
reset_steps {{ adb_request {{ start_activity {{ full_activity: "{WIKIHOW}" force_stop: true }} }} }}
expected_app_screen {{ activity: "{WIKIHOW}" }}
"""
TOUCH, LIFT, REPEAT = 0, 1, 2


def install(phone):
    phone.packages.install(PACKAGE)


@pytest.fixture(scope="module")
def wrapped(serve, adb_server, tmp_path_factory):
    path = tmp_path_factory.mktemp("task") / "forwarded.textproto"
    path.write_text(TASK, encoding="utf-8")
    with serve() as server, pytest.MonkeyPatch.context() as patch:
        # The wrapper waits for a slow emulator.
        patch.setattr(a11y_grpc_wrapper, "time", types.SimpleNamespace(sleep=lambda _: None))
        server.phone.call(install)
        config = config_classes.AndroidEnvConfig(
            task=config_classes.FilesystemTaskConfig(path=str(path)),
            simulator=config_classes.EmulatorConfig(
                emulator_launcher=config_classes.EmulatorLauncherConfig(
                    adb_port=server.adb_port,
                    emulator_console_port=server.console_port,
                    grpc_port=server.grpc_port,
                ),
                adb_controller=config_classes.AdbControllerConfig(
                    adb_path=adb_server.path, adb_server_port=adb_server.port
                ),
            ),
        )
        env = a11y_grpc_wrapper.A11yGrpcWrapper(
            loader.load(config),
            enable_a11y_tree_info=True,
            add_latest_a11y_info_to_obs=True,
            a11y_info_timeout=0.0,
        )
        try:
            yield env, server
        finally:
            env.close()


def step(env, kind, x=0.5, y=0.5):
    return env.step({"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)})


def tap(env, x, y):
    for kind in (TOUCH, TOUCH, LIFT):
        step(env, kind, x, y)


def eventually(ask):
    """Asks until there is an answer; returns it."""
    answers = []

    def asked():
        answers.append(ask())
        return answers[-1]

    wait_for(asked)
    return answers[-1]


def steps_until(env, found):
    """Steps that do nothing until a test of the newest observation is true; what it returned."""

    def look():
        return found(step(env, REPEAT).observation["a11y_forest"])

    return eventually(look)


def node_with(forest, **values):
    """The first node with these values, in all windows of a forest; None without a forest."""
    nodes = [node for window in forest.windows for node in window.tree.nodes] if forest is not None else []
    return next((n for n in nodes if all(getattr(n, key) == value for key, value in values.items())), None)


def test_the_forest_is_observed(wrapped):
    env, _ = wrapped
    env.reset()
    # Forests of what reset left may come first.
    steps_until(
        env, lambda forest: node_with(forest, view_id_resource_name="com.wikihow.wikihowapp:id/webView")
    )
    (forest,) = a11y_forests.extract_forests_from_task_extras(env.task_extras(latest_only=True))
    app, status, navigation = forest.windows
    assert [window.window_type for window in forest.windows] == [1, 3, 3]
    assert (app.is_active, status.is_active, navigation.is_active) == (True, False, False)
    assert (app.bounds_in_screen.right, app.bounds_in_screen.bottom) == (360, 592)
    assert [window.layer for window in forest.windows] == [0, 1, 2]
    for window in forest.windows:
        assert [node.unique_id for node in window.tree.nodes] == list(range(len(window.tree.nodes)))
        parents = {child: node for node in window.tree.nodes for child in node.child_ids}
        assert sorted(parents) == list(range(1, len(window.tree.nodes)))
        assert all(node.depth == parents[node.unique_id].depth + 1 for node in list(window.tree.nodes)[1:])
    search = node_with(forest, content_description="Search")
    assert search.is_clickable
    assert search.is_visible_to_user
    assert {action.id for action in search.actions} >= {1, 16}


def test_events_of_a_search(wrapped):
    env, server = wrapped
    env.reset()
    found = steps_until(env, lambda forest: node_with(forest, content_description="Search"))
    bounds = found.bounds_in_screen
    env.task_extras()
    tap(env, (bounds.left + bounds.right) / 720, (bounds.top + bounds.bottom) / 1280)
    field = steps_until(env, lambda forest: node_with(forest, is_editable=True))
    # As the real one: who has the focus is told by what can be done, not by is_focused.
    assert not field.is_focused
    assert {action.id for action in field.actions} >= {2, 0x200000}
    server.phone.call(lambda phone: phone.type_text("cat"))
    server.phone.call(lambda phone: phone.key("DEL"))
    steps_until(env, lambda forest: node_with(forest, is_editable=True, text="ca"))
    events = a11y_events.extract_events_from_task_extras(env.task_extras())
    clicked = next(event for event in events if event["event_type"] == "TYPE_VIEW_CLICKED")
    assert clicked["source_content_description"] == "Search"
    assert clicked["view_id"] == "com.wikihow.wikihowapp:id/search_button"
    changes = [event for event in events if event["event_type"] == "TYPE_VIEW_TEXT_CHANGED"]
    assert [(e.get("before_text"), e["event_text"], e["from_index"]) for e in changes] == [
        (None, "cat", "0"),
        ("cat", "ca", "2"),
    ]
    assert [(e["added_count"], e["removed_count"]) for e in changes] == [("3", "0"), ("0", "1")]
    assert {"TYPE_VIEW_FOCUSED", "TYPE_WINDOWS_CHANGED", "TYPE_WINDOW_CONTENT_CHANGED"} <= {
        event["event_type"] for event in events
    }
    assert all(event["event_timestamp_ms"].isdigit() for event in events)


def test_it_comes_back_after_airplane_mode(wrapped):
    env, server = wrapped
    env.reset()
    server.phone.call(lambda phone: phone.shell("settings put global airplane_mode_on 1"))

    def logged():
        entries = server.phone.call(lambda phone: phone.log.read(0)[0])
        return any(
            "are you sure networking is turned on? the phone is in airplane" in e.message for e in entries
        )

    assert eventually(logged)
    env.task_extras()
    server.phone.call(lambda phone: phone.key("HOME"))
    env.attempt_enable_networking()
    assert steps_until(env, lambda forest: node_with(forest, package_name="com.android.launcher3"))


class _Receiver(a11y_servicer.A11yServicer):
    """AndroidEnv's servicer, behind a server on loopback."""

    def __init__(self):
        super().__init__()
        self.resume()
        self._server = grpc.server(futures.ThreadPoolExecutor(2))
        a11y_pb2_grpc.add_A11yServiceServicer_to_server(self, self._server)
        self.port = self._server.add_secure_port("127.0.0.1:0", grpc.local_server_credentials())
        self._server.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.stop(None).wait()


@pytest.fixture
def forwarding(served):
    """A phone that has the forwarder, switched on; tells it where to send."""
    served.phone.call(install)
    served.phone.call(
        lambda phone: phone.shell(f"settings put secure enabled_accessibility_services {PACKAGE}/{SERVICE}")
    )

    def tell(action, extras=""):
        command = f"am broadcast -a {action} {extras} -n {PACKAGE}/{RECEIVER}"
        assert served.phone.call(lambda phone: phone.shell(command)).exit_code == 0

    tell(ENABLE_TREES)
    return served, tell


def test_a_port_of_the_phone_leads_to_the_host(forwarding, adb):
    _, tell = forwarding
    with _Receiver() as receiver:
        code, port, _ = adb("reverse", "tcp:0", f"tcp:{receiver.port}")
        assert code == 0
        tell(SET_GRPC, f"--ei port {int(port)} --es host 127.0.0.1")
        (first, *_) = eventually(receiver.gather_forests)
        assert first.windows[0].is_active
        # A host that is there again later is found again.
        assert adb("reverse", "--remove-all")[0] == 0
    with _Receiver() as receiver:
        assert adb("reverse", f"tcp:{int(port)}", f"tcp:{receiver.port}")[0] == 0
        assert eventually(receiver.gather_forests)


def test_a_forest_shows_all_that_was_done_before_it_was_asked_for(forwarding):
    server, tell = forwarding
    with _Receiver() as receiver:
        tell(SET_GRPC, f"--ei port {receiver.port}")
        for number in range(5):
            wait_for(receiver.gather_forests)
            name = ("com.wikihow.wikihowapp", "com.android.launcher3")[number % 2]
            server.phone.call(
                lambda phone, name=name: (
                    phone.shell(f"monkey -p {name} 1") if "wiki" in name else phone.key("HOME")
                )
            )
            receiver.gather_forests()
            # One may be on its way that was made before; the next was not.
            seen = []
            wait_for(lambda seen=seen: seen.extend(receiver.gather_forests()) or len(seen) > 1)
            assert {node.package_name for node in seen[-1].windows[0].tree.nodes} == {name}


@pytest.mark.parametrize(
    ("extras", "reason"),
    [
        ("--ei port 5 --es host 10.9.8.7", "10.9.8.7 is not 10.0.2.2"),
        ("--ei port 70000", "70000 is no TCP port"),
        ("--ei port 5 --es host localhost", "UNAVAILABLE"),
    ],
)
def test_nobody_there(forwarding, extras, reason):
    server, tell = forwarding
    tell(SET_GRPC, extras)

    def logged():
        entries = server.phone.call(lambda phone: phone.log.read(0)[0])
        return any(reason in entry.message for entry in entries if entry.tag == "AndroidRLTask")

    assert eventually(logged)
