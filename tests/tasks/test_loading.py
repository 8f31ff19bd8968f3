"""Task files become runnable tasks."""

import pickle
import shutil
from pathlib import Path

import pytest
from recording_device import STACK, RecordingDevice

from mobile_env.cli import main
from mobile_env.loader import load
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task, load_tasks
from mobile_env.tasks.setup import SetupRunner

HERE = Path(__file__).parent
PUBLISHED = HERE / "published.textproto"
ANDROIDENV = HERE / "androidenv.textproto"
WIKIHOW = "com.wikihow.wikihowapp"


def write(path, text):
    path.write_text(text)
    return path


class TestPublishedFile:
    @pytest.fixture
    def task(self):
        return load_task(PUBLISHED, packages=[WIKIHOW])

    def test_what_it_says(self, task):
        assert task.id == "search_fold_a_napkin-article_Fold a Napkin"
        assert task.name.startswith("WikiHow Search Task")
        assert task.description == "Search for an article.\nThen read it."
        assert task.kind == ""
        assert task.command == ("Search an article to learn how to fold a napkin.", "Then read it.")
        assert task.vocabulary == ("napkin", "fold", "how to")
        assert (task.max_num_steps, task.max_duration_sec) == (500, 0.0)
        assert task.expected_activity == f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"
        assert task.path == PUBLISHED
        assert task.program is not None

    def test_an_unknown_escape_keeps_its_backslash(self, task):
        assert task.message.event_sources[2].response_event.pattern == r"(two|2) \$? *folds?"

    def test_one_warning_of_the_missing_apk(self, task):
        (warning,) = task.warnings
        assert str(warning).endswith(
            "published.textproto:18:37: the APK file is missing "
            "(the embedded phone's own com.wikihow.wikihowapp stands in)"
        )

    def test_steps(self, task):
        assert [step.name for step in (*task.setup_steps, *task.reset_steps)] == [
            "setup step 1 (install_apk)",
            "setup step 2 (rotate)",
            "reset step 1 (force_stop)",
            "reset step 2 (clear_cache)",
            "reset step 3 (start_activity)",
            "reset step 4 (start_screen_pinning)",
        ]
        assert task.setup_steps[0].stand_ins == (WIKIHOW,)
        assert task.reset_steps[2].place == f"{PUBLISHED}:26:1"

    def test_its_steps_run(self, task):
        activity = f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"
        device = RecordingDevice(
            {
                "shell pm list packages": f"package:{WIKIHOW}\n",
                "shell am stack list": STACK.replace("com.example/com.example.Main", activity),
            }
        )
        runner = SetupRunner(device)
        runner.run(task.setup_steps)
        runner.run(task.reset_steps)
        assert device.commands == [
            f"shell cmd package install-existing {WIKIHOW}",
            "shell pm list packages",
            "shell settings put system accelerometer_rotation 0",
            "shell settings put system user_rotation 0",
            f"shell am force-stop {WIKIHOW}",
            f"shell pm clear {WIKIHOW}",
            f'shell am start -S -W -n {activity} --ez "RL_TASK_ENABLED" "true" --es "CONFIG" "{{\\"speed\\":1.0}}"',
            "shell am stack list | grep -E visible=true",
            "shell am stack list",
            "shell am task lock 7",
        ]

    def test_it_can_be_handed_to_another_process(self, task):
        copy = pickle.loads(pickle.dumps((task.message, task.reset_steps, task.warnings)))
        assert copy == (task.message, task.reset_steps, task.warnings)


class TestAndroidEnvFile:
    def test_what_it_says(self):
        task = load_task(ANDROIDENV, packages=[WIKIHOW])
        assert task.id == "blocks_default"
        assert (task.max_num_steps, task.max_duration_sec) == (300, 7200.0)
        assert [step.name for step in task.setup_steps] == [
            "setup step 1 (install_apk)",
            "setup step 2 (settings)",
        ]
        assert task.reset_steps[3].name == "reset step 4 (wait_for_app_screen)"

    def test_its_steps_run(self):
        task = load_task(ANDROIDENV, packages=[WIKIHOW])
        activity = f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"
        device = RecordingDevice(
            {
                "shell pm list packages": f"package:{WIKIHOW}\n",
                "shell am stack list": STACK.replace("com.example/com.example.Main", activity),
            }
        )
        SetupRunner(device).run((*task.setup_steps, *task.reset_steps))
        assert device.commands == [
            f"shell cmd package install-existing {WIKIHOW}",
            "shell pm list packages",
            "shell settings put system user_rotation 0",
            f"shell am force-stop {WIKIHOW}",
            f"shell pm clear {WIKIHOW}",
            f'shell am start -S -W -n {activity} --ez "RL_TASK_ENABLED" "true"',
            "shell am stack list | grep -E visible=true",
        ]


class TestApkFiles:
    INSTALL = 'setup_steps { adb_call { install_apk { filesystem { path: "apks/a.apk" } } } }\n'
    NAMED = f'reset_steps {{ adb_call {{ force_stop {{ package_name: "{WIKIHOW}" }} }} }}\n'

    def file(self, tmp_path, *texts):
        return write(tmp_path / "x.textproto", 'id: "x" max_num_steps: 9\n' + "".join(texts))

    def test_a_file_that_is_there_needs_no_stand_in(self, tmp_path):
        (tmp_path / "apks").mkdir()
        (tmp_path / "apks" / "a.apk").touch()
        for kind in ("embedded", "emulator:5554"):
            task = load_task(
                self.file(tmp_path, self.INSTALL, self.NAMED), device_kind=kind, packages=[WIKIHOW]
            )
            assert task.setup_steps[0].stand_ins == ()
            assert task.warnings == ()

    def test_a_folder_is_no_file(self, tmp_path):
        (tmp_path / "apks" / "a.apk").mkdir(parents=True)
        with pytest.raises(TaskFileError, match=r"there is no APK file apks/a\.apk"):
            load_task(self.file(tmp_path, self.INSTALL))

    @pytest.mark.parametrize("kind", ["emulator:5554", "adb:SERIAL", "remote:host:1"])
    def test_other_devices_need_it(self, tmp_path, kind):
        with pytest.raises(
            TaskFileError, match=r":2:59: there is no APK file apks/a\.apk \(paths are relative"
        ):
            load_task(self.file(tmp_path, self.INSTALL, self.NAMED), device_kind=kind, packages=[WIKIHOW])

    @pytest.mark.parametrize("kind", ["embedded", "embedded:360x800@160"])
    def test_the_embedded_phone_has_its_own(self, tmp_path, kind):
        path = self.file(tmp_path, self.INSTALL, self.INSTALL, self.NAMED)
        task = load_task(path, device_kind=kind, packages=[WIKIHOW])
        assert [step.stand_ins for step in task.setup_steps] == [(WIKIHOW,), (WIKIHOW,)]
        assert len(task.warnings) == 1

    def test_but_not_all(self, tmp_path):
        other = self.NAMED.replace(WIKIHOW, "com.nobody.knows")
        with pytest.raises(TaskFileError, match=r"not com\.nobody\.knows"):
            load_task(self.file(tmp_path, self.INSTALL, self.NAMED, other), packages=[WIKIHOW])

    def test_a_step_that_checks_for_its_package_installs_that_alone(self, tmp_path):
        check = f'success_condition {{ check_install {{ package_name: "{WIKIHOW}" }} }} }}'
        path = self.file(tmp_path, self.INSTALL.rstrip()[:-1], check, self.NAMED.replace(WIKIHOW, "a.b"))
        task = load_task(path, packages=[WIKIHOW, "a.b"])
        assert task.setup_steps[0].stand_ins == (WIKIHOW,)

    def test_the_phones_own_apps_by_default(self, tmp_path):
        task = load_task(self.file(tmp_path, self.INSTALL, self.NAMED))
        assert task.setup_steps[0].stand_ins == (WIKIHOW,)

    def test_a_package_that_the_phone_has_not_is_a_warning(self, tmp_path):
        path = self.file(tmp_path, self.NAMED.replace(WIKIHOW, "com.nobody.knows"))
        (warning,) = load_task(path, packages=[WIKIHOW]).warnings
        assert "the embedded phone has no package com.nobody.knows" in str(warning)
        assert load_task(path, device_kind="emulator:5554").warnings == ()


def test_an_escape_that_was_meant_for_the_pattern_is_a_warning(tmp_path):
    path = write(
        tmp_path / "x.textproto",
        'id: "x"\nevent_sources { id: 1 log_event { pattern: "\\bmUrl is" } }\n'
        'event_sources { id: 2 log_event { pattern: "\\\\bmUrl is" } }\n',
    )
    (warning,) = (each for each in load_task(path).warnings if "backspace" in each.what)
    assert (warning.line, warning.column) == (2, 44)


def test_limits_below_zero_are_none(tmp_path):
    path = write(tmp_path / "x.textproto", 'id: "x" max_num_steps: -1 max_duration_sec: -2.5')
    task = load_task(path)
    assert (task.max_num_steps, task.max_duration_sec) == (0, 0.0)


class TestSeveral:
    def test_in_order(self, tmp_path):
        for number in (10, 2, 1):
            write(tmp_path / f"t-{number}.textproto", f'id: "task {number}"')
        assert [task.id for task in load_tasks(tmp_path)] == ["task 1", "task 2", "task 10"]

    def test_two_tasks_with_one_id(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name in ("a", "b"):
            write(tmp_path / f"{name}.textproto", '# a task\nid: "same"')
        with pytest.raises(TaskFileError) as caught:
            load_tasks(".")
        assert str(caught.value) == (
            "b.textproto:2:5: the id 'same' is also that of a.textproto:2:5 (give each task its own id)"
        )

    def test_one_file_named_twice_is_one_task(self, tmp_path):
        path = write(tmp_path / "a.textproto", 'id: "same"')
        assert len(load_tasks([path, tmp_path, str(path)])) == 1

    def test_faults_of_all_files_are_told(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name in ("a", "b", "c"):
            write(tmp_path / f"{name}.textproto", 'id: "same" wrong: 1' if name < "c" else 'id: "same"')
        shutil.copy("c.textproto", "d.textproto")
        with pytest.raises(TaskFileError) as caught:
            load_tasks(".")
        assert [str(fault.path) for fault in caught.value.faults] == [
            "a.textproto",
            "b.textproto",
            "d.textproto",
        ]


def test_an_activity_that_the_embedded_phone_lacks_is_warned_of_once(tmp_path):
    step = 'reset_steps { adb_call { start_activity { full_activity: "com.wikihow.wikihowapp/.%s" } } }\n'
    screen = 'expected_app_screen { activity: "com.wikihow.wikihowapp/.Main" }\n'
    path = write(tmp_path / "a.textproto", 'id: "a"\n' + screen + step % "Main" + step % "MainTabActivity")
    (warning,) = (each for each in load_task(path).warnings if "activity" in each.what)
    assert "com.wikihow.wikihowapp has no activity com.wikihow.wikihowapp.Main" in str(warning)
    assert "it has com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" in str(warning)
    assert not [each for each in load_task(path, device_kind="adb").warnings if "activity" in each.what]


@pytest.mark.parametrize(
    "step",
    [
        'adb_call { adb_command { command: "reverse" command: "tcp:1" command: "tcp:22" } }',
        'adb_call { adb_command { command: "wait-for-device" command: "forward" command: "--list" } }',
        'adb_request { generic { args: "reverse" args: "--remove-all" } }',
        'adb_request { generic { args: " forward" args: "tcp:0" args: "tcp:1" } }',
    ],
)
def test_ports_of_this_machine_are_joined_to_the_device_only_if_the_user_allows_it(step, tmp_path):
    path = write(tmp_path / "a.textproto", f'id: "a"\nreset_steps {{ {step} }}')
    for device in ("embedded", "adb:1"):
        with pytest.raises(
            TaskFileError, match=r"a.textproto:2:\d+: .*joins ports of this machine .*allow_forwarding"
        ):
            load_task(path, device_kind=device)
    assert load_task(path, allow_forwarding=True).reset_steps
    assert load_tasks([path], allow_forwarding=True)
    with load([path], allow_forwarding=True) as env:
        assert env.tasks
    with pytest.raises(TaskFileError):
        load([path])


def test_the_command_line_allows_it_when_told(tmp_path, capsys):
    command = 'command: "reverse" command: "--list"'
    path = write(
        tmp_path / "a.textproto", f'id: "a"\nreset_steps {{ adb_call {{ adb_command {{ {command} }} }} }}'
    )
    assert main(["check", str(path)]) == 2
    assert "--allow-forwarding" in capsys.readouterr().err
    assert main(["check", str(path), "--allow-forwarding"]) == 0
    run = ["run", str(path), "--agent", "nothing", "--out", str(tmp_path / "out"), "--max-steps", "1"]
    assert main(run) == 2
    assert "--allow-forwarding" in capsys.readouterr().err
    # The embedded phone has no ports to join: the step fails, which the episode says.
    main([*run, "--allow-forwarding"])
    assert (tmp_path / "out" / "episodes.jsonl").read_text()
