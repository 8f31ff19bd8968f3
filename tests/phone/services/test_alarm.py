"""Alarms fire on the phone's clock and wake their apps; time and zone are set."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.alarm import AlarmService, TooManyAlarms
from mobile_env.phone.services.alarm.service import MOST_OF_AN_APP
from mobile_env.phone.state.intents import Intent
from mobile_env.signals.state import SERVICE_LISTS
from mobile_env.simulators.embedded_state import EmbeddedState

PACKAGE = "com.wikihow.wikihowapp"
SECOND = 1_000_000


@pytest.fixture
def log(monkeypatch) -> list[tuple[int, str]]:
    """What was sent, with the seconds since the boot; it reaches nobody."""
    sent: list[tuple[int, str]] = []

    def send(service: ActivityService, pending: PendingIntent) -> bool:
        sent.append((round(service.kernel.clock.elapsed), str(pending.intent.action)))
        return True

    monkeypatch.setattr(ActivityService, "send", send)
    return sent


@pytest.fixture
def service(phone: Phone) -> AlarmService:
    return phone.service(AlarmService)


def ring(action: str = "ring", request: str = "") -> PendingIntent:
    return PendingIntent(PACKAGE, "broadcast", Intent(action), request)


def test_alarms_fire_in_order_and_once(service, phone, log):
    now = phone.state.clock.now_us
    service.set(now + 30 * SECOND, ring("late"))
    service.set(10 * SECOND, ring("early"), type="ELAPSED_WAKEUP")
    assert [alarm.operation.intent.action for alarm in service.alarms] == ["early", "late"]
    phone.advance(100)
    assert log == [(10, "early"), (30, "late")]
    assert not service.alarms


def test_an_equal_pending_intent_replaces_and_cancels(service, phone, log):
    now = phone.state.clock.now_us
    service.set(now + 5 * SECOND, ring())
    service.set(now + 9 * SECOND, PendingIntent(PACKAGE, "broadcast", Intent("ring", extras={"id": 1})))
    service.set(now + 7 * SECOND, ring(request="other"))
    assert len(service.alarms) == 2
    assert service.cancel(ring(request="other"))
    assert not service.cancel(ring(request="other"))
    phone.advance(60)
    assert log == [(9, "ring")]


def test_repeating_alarms_go_on_and_are_no_burden(service, phone, log):
    service.set(0, ring(), type="ELAPSED", repeat_us=SECOND)
    phone.advance(299)
    assert [at for at, _ in log] == [0, 60, 120, 180, 240]
    service.cancel(ring())
    phone.advance(300)
    assert len(log) == 5


def test_a_year_of_alarms_ends_at_the_right_time(service, phone, log):
    service.set(0, ring(), type="ELAPSED", repeat_us=60 * SECOND)
    before = phone.state.clock.now_us
    phone.advance(365 * 86400)
    assert phone.state.clock.now_us == before + 365 * 86400 * SECOND
    sent = len(log)
    phone.advance(60)
    assert len(log) <= sent + 2
    assert len(service.alarms) == 1


def test_setting_the_date_makes_past_alarms_due_and_leaves_others(service, phone, log, sh):
    service.set(phone.state.clock.now_us + 3600 * SECOND, ring("wall"))
    service.set(3600 * SECOND, ring("since boot"), type="ELAPSED_WAKEUP")
    sh("date 101520002023.00")
    assert [action for _, action in log] == ["android.intent.action.TIME_SET", "wall"]
    assert [alarm.operation.intent.action for alarm in service.alarms] == ["since boot"]


def test_an_app_may_not_set_alarms_without_end(service):
    for number in range(MOST_OF_AN_APP):
        service.set(0, ring(request=str(number)), type="ELAPSED")
    with pytest.raises(TooManyAlarms, match="Maximum limit of concurrent alarms 500"):
        service.set(0, ring("more"), type="ELAPSED")
    service.set(1, ring(request="3"), type="ELAPSED")


def test_a_forced_stop_and_a_reboot_forget_alarms(service, phone, sh, log):
    service.set(60 * SECOND, ring(), type="ELAPSED")
    sh(f"am force-stop {PACKAGE}")
    assert not service.alarms
    service.set(60 * SECOND, ring(), type="ELAPSED")
    phone.reboot()
    phone.advance(120)
    assert (log, list(service.alarms)) == ([], [])


def test_snapshots_and_forks_have_their_own_alarms(service, phone, log):
    service.set(60 * SECOND, ring(), type="ELAPSED")
    snapshot = phone.snapshot()
    service.cancel(ring())
    assert not service.alarms
    phone.restore(snapshot)
    other = phone.fork()
    phone.advance(61)
    assert [action for _, action in log] == ["ring"]
    assert len(other.service(AlarmService).alarms) == 1


def test_an_alarm_starts_an_activity_of_an_app_that_is_not_running(service, phone, sh):
    intent = Intent("android.intent.action.MAIN", component=f"{PACKAGE}/.MainTabActivity")
    service.set(60 * SECOND, PendingIntent(PACKAGE, "activity", intent), type="ELAPSED_WAKEUP")
    phone.advance(59)
    assert not phone.foreground_activity.startswith(PACKAGE)
    phone.advance(2)
    assert phone.foreground_activity.startswith(PACKAGE)


def test_the_dump_says_what_is_set(service, phone, sh):
    assert "0 pending alarms" in sh("dumpsys alarm")
    service.set(phone.state.clock.now_us + 90 * SECOND, ring(), clock=True, repeat_us=86400 * SECOND)
    dumped = sh("dumpsys alarm")
    assert "1 pending alarms" in dumped
    assert "RTC_WAKEUP #1: Alarm{" in dumped
    assert "origWhen=2023-10-15 15:35:30.000 window=0 repeatInterval=86400000" in dumped
    assert "whenElapsed=+1m30s0ms" in dumped
    assert "broadcastIntent { act=ring }" in dumped
    assert "time:1697384130000 = 2023-10-15 15:35:30.000" in dumped


@pytest.mark.parametrize(
    "command", ["service call alarm 3 s16 Europe/Berlin", "cmd alarm set-timezone Europe/Berlin"]
)
def test_the_zone_is_set(sh, command, log):
    sh(command)
    assert sh("getprop persist.sys.timezone") == "Europe/Berlin\n"
    assert [action for _, action in log] == ["android.intent.action.TIMEZONE_CHANGED"]


def test_a_zone_that_there_is_not_is_gmt(sh):
    assert sh("service call alarm 3 s16 Middle/Earth") == "Result: Parcel(00000000    '....')\n"
    assert sh("getprop persist.sys.timezone") == "GMT\n"


def test_the_time_is_set(sh):
    sh("service call alarm 2 i64 1700000000000")
    assert sh("date +%s") == "1700000000\n"
    sh("cmd alarm set-time 1600000000000")
    assert sh("date +%s") == "1600000000\n"


def test_tasks_judge_the_list(service, phone):
    service.set(60 * SECOND, ring(), type="ELAPSED", repeat_us=60 * SECOND)
    (row,) = EmbeddedState(lambda: phone).service_list("alarms")
    assert tuple(row) == SERVICE_LISTS["alarms"]
    boot = phone.state.clock.boot_us // SECOND
    assert (row["package"], row["time"], row["repeat"]) == (PACKAGE, boot + 60, 60)
