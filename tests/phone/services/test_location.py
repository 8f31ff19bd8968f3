"""Fixes reach apps while location is on; the shell switches it and puts the phone somewhere."""

import pytest

from mobile_env.phone.services.location import Fix, LocationService


@pytest.fixture
def service(phone):
    return phone.service(LocationService)


def test_a_fix_is_told_with_its_time(service, phone, sh):
    assert "last location=null" in sh("dumpsys location")
    service.move(Fix(47.5, 8.25, altitude=400))
    phone.advance(2)
    assert "last location=Location[gps 47.500000,8.250000 hAcc=5 age=2000ms alt=400" in sh("dumpsys location")
    assert service.current().time_us == phone.state.clock.now_us


def test_location_that_is_off_tells_nothing(service, sh):
    service.move(Fix(1, 2))
    sh("cmd location set-location-enabled false")
    assert sh("cmd location is-location-enabled; settings get secure location_mode") == "false\n0\n"
    service.move(Fix(3, 4))
    assert service.current() is None
    assert service.receiver.latitude == 3
    sh("settings put secure location_mode 3")
    assert service.last.latitude == 1
    assert service.current().latitude == 3


def test_the_shell_puts_the_phone_somewhere(service, sh):
    sh("cmd location providers add-test-provider gps")
    sh("cmd location providers set-test-provider-location gps --location 10.5,-20.25 --accuracy 3")
    assert (service.last.latitude, service.last.longitude, service.last.accuracy) == (10.5, -20.25, 3)


@pytest.mark.parametrize("words", ["--location 91,0", "--location here", "--accuracy 1"])
def test_places_that_there_are_not_are_refused(phone, service, words):
    result = phone.shell(f"cmd location providers set-test-provider-location gps {words}")
    assert result.exit_code == 255
    assert b"java.lang.IllegalArgumentException" in result.stderr
    assert service.last is None


def test_a_fork_stays_where_it_was(service, phone):
    other = phone.fork()
    service.move(Fix(1, 2))
    assert other.service(LocationService).last is None
