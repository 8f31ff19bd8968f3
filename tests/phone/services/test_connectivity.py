"""Airplane mode, Wi-Fi, mobile data and the proxy decide every fetch, and switch each other as on Android."""

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.network import NetworkError, Response
from mobile_env.phone.services.connectivity import ConnectivityService

PAGE = Response(200, {"Content-Type": "text/html"}, b"<html><title>Hi</title><body>Hello</body></html>")


@pytest.fixture(scope="module")
def online() -> Phone:
    return Phone(Display(360, 640, 160), fetch=lambda url, headers: PAGE)


@pytest.fixture
def phone(online: Phone) -> Phone:
    return online.fork()


def loads(phone: Phone) -> str:
    """ "" if a page can be had, else the error."""
    return phone.pages.load("http://example.org/").error


@pytest.mark.parametrize(
    ("commands", "error"),
    [
        ("true", ""),
        ("svc wifi disable", ""),
        ("svc data disable", ""),
        ("svc wifi disable; svc data disable", "ERR_INTERNET_DISCONNECTED"),
        ("cmd connectivity airplane-mode enable", "ERR_INTERNET_DISCONNECTED"),
        ("settings put global airplane_mode_on 1", "ERR_INTERNET_DISCONNECTED"),
        ("settings put global airplane_mode_on 1; svc wifi enable", ""),
        ("settings put global airplane_mode_on 1; settings put global airplane_mode_on 0", ""),
        ("settings put global http_proxy 10.0.2.2:9", "ERR_PROXY_CONNECTION_FAILED"),
        ("settings put global http_proxy 10.0.2.2:9; settings put global http_proxy :0", ""),
    ],
)
def test_settings_decide_what_is_fetched(phone, sh, commands, error):
    sh(commands)
    assert loads(phone) == error
    with pytest.raises(NetworkError) if error else _nothing():
        phone.pages.fetch("http://example.org/")


class _nothing:
    def __enter__(self):
        return None

    def __exit__(self, *error):
        return False


def test_the_error_page_names_the_error(phone, sh):
    sh("svc wifi disable; svc data disable")
    page = phone.pages.load("http://example.org/")
    assert b"Webpage not available" in page.body
    assert b"net::ERR_INTERNET_DISCONNECTED" in page.body


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        ("svc wifi enable", {"wifi_on": "1"}),
        ("svc wifi disable", {"wifi_on": "0"}),
        ("svc bluetooth disable", {"bluetooth_on": "0"}),
        ("svc data disable", {"mobile_data": "0"}),
        ("settings put global airplane_mode_on 1", {"wifi_on": "3", "bluetooth_on": "2"}),
        ("settings put global airplane_mode_on 1; svc wifi enable", {"wifi_on": "2"}),
        (
            "settings put global airplane_mode_on 1; svc wifi enable; settings put global airplane_mode_on 0",
            {"wifi_on": "1", "bluetooth_on": "1"},
        ),
        (
            "svc wifi disable; settings put global airplane_mode_on 1; settings put global airplane_mode_on 0",
            {"wifi_on": "0", "bluetooth_on": "1"},
        ),
    ],
)
def test_switches_change_settings_at_once(sh, command, settings):
    sh(command)
    for key, value in settings.items():
        assert sh(f"settings get global {key}") == f"{value}\n", key


def test_the_dumps_follow(phone, sh):
    assert "Active default network: 100" in sh("dumpsys connectivity")
    sh("svc wifi disable")
    assert "Active default network: 101" in sh("dumpsys connectivity")
    assert sh("dumpsys wifi; cmd wifi status") == "Wi-Fi is disabled\nWifi is disabled\n"
    sh("cmd connectivity airplane-mode enable")
    assert "Active default network: none" in sh("dumpsys connectivity")
    assert phone.service(ConnectivityService).active == ""
