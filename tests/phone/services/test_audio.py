"""Volumes and the ringer: settings that others write, too, and what silences them."""

import pytest

from mobile_env.phone.services.audio import AudioService, Ringer
from mobile_env.phone.services.audio.streams import ALARM, MUSIC, NOTIFICATION, RING, VOICE
from mobile_env.phone.services.telephony import TelephonyService


@pytest.fixture
def service(phone):
    return phone.service(AudioService)


def test_volumes_stay_within_their_bounds(service, sh):
    assert service.set_volume(MUSIC, 99) == 15
    assert sh("settings get system volume_music") == "15\n"
    assert service.set_volume(ALARM, -3) == 1
    sh("settings put system volume_music 4")
    assert service.volume(MUSIC) == 4


def test_the_ringers_volume_sets_its_mode(service, sh):
    service.set_volume(RING, 0)
    assert service.ringer is Ringer.VIBRATE
    assert service.volume(NOTIFICATION) == 0
    service.set_volume(RING, 3)
    assert (service.ringer, service.volume(NOTIFICATION)) == (Ringer.NORMAL, 3)
    sh("settings put global mode_ringer 0")
    assert [service.heard(stream) for stream in (RING, NOTIFICATION, MUSIC, ALARM)] == [0, 0, 5, 6]


def test_do_not_disturb_silences(service, sh):
    sh("cmd notification set_dnd priority")
    assert [service.heard(stream) for stream in (RING, MUSIC, ALARM)] == [0, 5, 6]
    sh("cmd notification set_dnd none")
    assert [service.heard(stream) for stream in (RING, MUSIC, ALARM)] == [0, 0, 0]
    assert service.heard(VOICE) == 4


def test_keys_change_what_is_heard(service, phone):
    telephony = phone.service(TelephonyService)
    assert (service.adjust(1), service.volume(MUSIC)) == (MUSIC, 6)
    telephony.ring("1")
    assert (service.adjust(-1), service.volume(RING)) == (RING, 4)
    telephony.answer("1")
    assert (service.adjust(1), service.volume(VOICE)) == (VOICE, 5)


def test_the_shell_sets_and_tells(sh, phone):
    assert sh("cmd media_session volume --stream 3 --set 7 --get") == (
        "[V] will control stream=3 (STREAM_MUSIC)\n[V] will set volume to index=7\n[V] volume is 7 in range [0..15]\n"
    )
    sh("media volume --adj raise; cmd audio set-volume 4 2; cmd audio set-ringer-mode SILENT")
    assert sh("cmd audio get-stream-volume 3") == "AudioManager.getStreamVolume(3) -> 8\n"
    dumped = sh("dumpsys audio")
    assert "- STREAM_ALARM:\n   Muted: false\n   Min: 1\n   Max: 7\n   streamVolume:2\n" in dumped
    assert "- STREAM_RING:\n   Muted: true" in dumped
    assert "mode (internal) = SILENT" in dumped
    for wrong in ("cmd media_session volume --stream 99", "cmd audio nothing", "media volume --set 99"):
        assert phone.shell(wrong).exit_code == 255, wrong
