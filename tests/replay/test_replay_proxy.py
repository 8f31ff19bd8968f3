"""Replay through the real mitmproxy on loopback: the same bytes as without it, nothing from the network."""

import http.client
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest
from loopback import LoopbackSite, Reply

from mobile_env.phone import Display, Phone
from mobile_env.phone.network import NetworkError, Response
from mobile_env.phone.services.package.trust import set_security_config
from mobile_env.replay.content import fetcher_for
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.proxy.certificates import android_name, install_certificate, public_key_pin
from mobile_env.replay.proxy.phone_client import proxied_fetcher
from mobile_env.replay.proxy.phone_network import ReplayNetwork
from mobile_env.replay.proxy.serving import ProxyError, RunningProxy, serve
from mobile_env.replay.source import open_source
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.writer import StoreWriter

pytestmark = [
    pytest.mark.needs_extra("replay"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ldap3.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:passlib.*"),
]
WIKIHOW = "com.wikihow.wikihowapp"
START = f"am start -n {WIKIHOW}/.MainTabActivity"
NOW = {"X-Phone-Time": "1697384040"}
FIELDS = (
    ("content-type", "text/html"),
    ("Date", "Sun, 01 Oct 2023 12:00:00 GMT"),
    ("Set-Cookie", "a=1"),
    ("Set-Cookie", "b=2"),
    ("X-Odd", "caf\xe9"),
)


def exchanges() -> list[Exchange]:
    coded = (*FIELDS, ("Content-Encoding", "gzip"))
    return [
        Exchange("https://a.org/", 200, "OK", FIELDS, b"<p>home" * 1000),
        Exchange("http://a.org/plain?x=1", 200, "Fine by me", FIELDS, b"plain"),
        Exchange("https://a.org/empty", 204, "No Content", FIELDS, b""),
        Exchange("https://a.org/moved", 301, "Moved", (("Location", "/"),), b""),
        Exchange("https://a.org/error", 500, "Broken", FIELDS, b"error page"),
        Exchange("https://a.org/lies", 200, "OK", coded, b"no gzip"),
        Exchange("https://a.org/binary", 200, "OK", (), bytes(range(256)) * 5000),
        Exchange("https://b.org:8443/port", 200, "OK", (("Content-Length", "99"),), b"short"),
        Exchange("https://a.org/form", 200, "OK", (), b"posted", "POST", (), b"q=1"),
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "s"
    with StoreWriter(path) as writer:
        for exchange in exchanges():
            writer.add(exchange)
    return path


@pytest.fixture(scope="module")
def proxy(folder):
    with serve(folder) as running:
        yield running


def phone_on(proxy: RunningProxy, store: str | None = "system", **options) -> Phone:
    phone = Phone(Display(360, 800, 160), **options)
    phone.state.settings.put("global", "http_proxy", proxy.address)
    if store:
        install_certificate(phone, proxy.certificate_authority, store)
    return phone


def outcome(fetch, url: str) -> Response | str:
    try:
        return fetch(url, NOW)
    except NetworkError as error:
        return str(error)


@pytest.mark.parametrize(
    "url",
    [exchange.url for exchange in exchanges()]
    + [
        "https://a.org",
        "https://a.org/#part",
        "https://a.org/not-recorded",
        "https://a.org/caf\xe9 au lait",
        "http://127.0.0.1:9/",
        "ftp://a.org/",
        "https://a.org?x=1",
    ],
)
def test_the_proxy_and_direct_mode_give_the_same(folder, proxy, url):
    direct, proxied = DirectFetcher(folder), proxied_fetcher(phone_on(proxy))
    assert outcome(proxied, url) == outcome(direct, url)


def test_what_comes_is_what_was_recorded(folder, proxy):
    fetch = proxied_fetcher(phone_on(proxy))
    home = fetch("https://a.org/", NOW)
    assert home.body == b"<p>home" * 1000
    assert home.header("date") == "Sun, 15 Oct 2023 15:34:00 GMT"
    assert home.header("set-cookie") == "a=1, b=2"
    assert home.header("x-odd") == "caf\xe9"
    assert fetch("https://a.org/binary", NOW).body == bytes(range(256)) * 5000
    assert outcome(fetch, "https://a.org/lies") == "ERR_CONTENT_DECODING_FAILED"


def raw_connection(proxy: RunningProxy, host: str = "a.org") -> http.client.HTTPSConnection:
    context = ssl.create_default_context(cadata=proxy.certificate_authority.decode())
    connection = http.client.HTTPSConnection(proxy.host, proxy.port, context=context, timeout=10)
    connection.set_tunnel(host)
    return connection


def test_the_wire_itself(proxy):
    connection = raw_connection(proxy)
    connection.request("GET", "/", headers=NOW)
    answer = connection.getresponse()
    assert answer.read() == b"<p>home" * 1000
    refreshed = [(k, "Sun, 15 Oct 2023 15:34:00 GMT" if k == "Date" else v) for k, v in FIELDS]
    assert answer.getheaders() == [*refreshed, ("Content-Length", "7000")]
    local = connection.sock.getsockname()
    connection.request("HEAD", "/")
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (200, b"")
    connection.request("POST", "/form", body=b"q=1")
    assert connection.getresponse().read() == b"posted"
    connection.request("POST", "/form", body=b"q=2")
    answer = connection.getresponse()
    assert (answer.status, b"POST https://a.org/form" in answer.read()) == (404, True)
    assert connection.sock.getsockname() == local  # one connection all the while
    connection.close()


def test_nothing_ever_leaves(proxy, loopback: LoopbackSite, caplog):
    loopback.replies["/"] = Reply(b"from the network")
    fetch = proxied_fetcher(phone_on(proxy))
    answer = fetch(loopback.url("/"), {})
    assert answer.status == 404
    assert b"the network is never asked" in answer.body
    assert f"not recorded: GET {loopback.url('/')}" in caplog.text
    # A tunnel with neither TLS nor HTTP in it.
    host, port = loopback.address.split(":")
    with socket.create_connection((proxy.host, proxy.port), timeout=10) as raw:
        raw.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert b" 200 " in raw.recv(1000)
        raw.sendall(b"\0\1\2 hello\r\n\r\n")
        raw.settimeout(5)
        while raw.recv(1000):
            pass
    # A WebSocket.
    connection = http.client.HTTPConnection(proxy.host, proxy.port, timeout=10)
    connection.request("GET", loopback.url("/"), headers={"Connection": "Upgrade", "Upgrade": "websocket"})
    assert connection.getresponse().status == 404
    connection.close()
    assert loopback.asked == []


def test_a_phone_without_the_certificate_trusts_nobody(proxy):
    fetch = proxied_fetcher(phone_on(proxy, store=None))
    assert outcome(fetch, "https://a.org/") == "ERR_CERT_AUTHORITY_INVALID"
    assert fetch("http://a.org/plain?x=1", NOW).body == b"plain"


def test_apps_trust_the_users_certificates_only_if_they_say_so(proxy):
    phone = phone_on(proxy, store="user")
    fetch = proxied_fetcher(phone)
    asked = {**NOW, "X-Requested-With": WIKIHOW}
    with pytest.raises(NetworkError, match="ERR_CERT_AUTHORITY_INVALID"):
        fetch("https://a.org/", asked)
    config = b"""<network-security-config><base-config><trust-anchors>
        <certificates src="system"/><certificates src="user"/>
        </trust-anchors></base-config></network-security-config>"""
    set_security_config(phone.packages, WIKIHOW, config)
    assert fetch("https://a.org/", asked).status == 200
    with pytest.raises(NetworkError, match="ERR_CERT_AUTHORITY_INVALID"):
        fetch("https://a.org/", {**NOW, "X-Requested-With": "com.android.settings"})


def test_pinned_apps_refuse_until_trusted(proxy):
    from dataclasses import replace

    from mobile_env.phone.apps import shipped

    apps = {**shipped(), WIKIHOW: replace(shipped()[WIKIHOW], pins=("wrong",))}
    phone = phone_on(proxy, apps=apps)
    fetch = proxied_fetcher(phone)
    asked = {**NOW, "X-Requested-With": WIKIHOW}
    with pytest.raises(NetworkError, match="ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN"):
        fetch("https://a.org/", asked)
    assert fetch("https://a.org/", {**NOW, "X-Requested-With": "com.android.chrome"}).status == 200
    config = b"""<network-security-config><base-config><trust-anchors>
        <certificates src="system" overridePins="true"/></trust-anchors></base-config></network-security-config>"""
    set_security_config(phone.packages, WIKIHOW, config)
    assert fetch("https://a.org/", asked).status == 200
    connection = raw_connection(proxy)
    connection.connect()
    pin = public_key_pin(connection.sock.getpeercert(binary_form=True))
    connection.close()
    trusting = {**apps, WIKIHOW: replace(apps[WIKIHOW], pins=(pin,))}
    assert proxied_fetcher(phone_on(proxy, apps=trusting))("https://a.org/", asked).status == 200


def test_settings_and_certificates_count_at_once(proxy):
    phone = phone_on(proxy)
    fetch = proxied_fetcher(phone)
    assert fetch("https://a.org/", NOW).status == 200
    phone.shell("settings put global http_proxy :0")
    assert outcome(fetch, "https://a.org/") == "ERR_INTERNET_DISCONNECTED"
    phone.shell("settings put global http_proxy 127.0.0.1:9")
    assert outcome(fetch, "https://a.org/") == "ERR_PROXY_CONNECTION_FAILED"
    phone.shell(f"settings put global http_proxy {proxy.address}")
    assert fetch("https://a.org/", NOW).status == 200
    phone.shell("rm /system/etc/security/cacerts/c8750f0d.0")
    assert outcome(fetch, "https://a.org/") == "ERR_CERT_AUTHORITY_INVALID"


def test_a_proxy_that_was_restarted(folder):
    with serve(folder) as first:
        phone = phone_on(first)
        fetch = proxied_fetcher(phone)
        assert fetch("http://a.org/plain?x=1", NOW).status == 200
        port = first.port
    assert outcome(fetch, "http://a.org/plain?x=1") == "ERR_PROXY_CONNECTION_FAILED"
    with serve(folder, port=port):
        assert fetch("http://a.org/plain?x=1", NOW).status == 200


def test_two_proxies_on_one_port(proxy, folder):
    with pytest.raises(
        ProxyError, match=rf"no proxy at 127.0.0.1:{proxy.port}: the port is in use, by another proxy"
    ):
        serve(folder, port=proxy.port)
    assert proxied_fetcher(phone_on(proxy))("https://a.org/", NOW).status == 200


def test_two_proxies_in_one_process_keep_apart(proxy):
    with serve("wikihow") as other:
        one, two = proxied_fetcher(phone_on(proxy)), proxied_fetcher(phone_on(other))
        for _ in range(2):
            assert one("https://a.org/", NOW).status == 200
            assert two("https://a.org/", NOW).status == 404
            assert two("https://www.wikihow.com/Main-Page", NOW).status == 200
        fresh = proxied_fetcher(phone_on(proxy))
        assert fresh("https://a.org/", NOW).status == 200


def test_many_phones_on_one_proxy(proxy):
    answers: list[int] = []

    def use() -> None:
        fetch = proxied_fetcher(phone_on(proxy))
        answers.extend(fetch("https://a.org/", NOW).status for _ in range(5))

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 40


def test_several_sources_the_first_answer_counts(folder):
    both = open_source(folder, "wikihow")
    with serve(both) as running:
        fetch = proxied_fetcher(phone_on(running))
        assert fetch("https://a.org/", NOW).status == 200
        home = "https://www.wikihow.com/Main-Page?wh_an=1&amp=1"
        assert fetch(home, NOW) == fetcher_for("wikihow")(home, NOW)
        assert fetch("https://nobody.org/", NOW).status == 404


def test_an_embedded_phone_sees_the_same_pages(folder):
    with ReplayNetwork("wikihow") as network:
        proxied = Phone(Display(360, 800, 160), fetch=network)
        direct = Phone(Display(360, 800, 160), fetch=DirectFetcher("wikihow"))
        for phone in (proxied, direct):
            phone.shell(START)
        assert "Main-Page" in str(proxied.log.read(0))
        assert proxied.view_hierarchy() == direct.view_hierarchy()
        assert (proxied.screenshot() == direct.screenshot()).all()
        fork = proxied.fork()
        fork.shell(f"settings delete global http_proxy; am force-stop {WIKIHOW}; {START}")
        assert "ERR_INTERNET_DISCONNECTED" in fork.view_hierarchy()
        proxied.shell(f"am force-stop {WIKIHOW}; {START}")
        assert proxied.view_hierarchy() == direct.view_hierarchy()


def test_the_name_android_wants(proxy, tmp_path):
    assert android_name(proxy.certificate_authority) == "c8750f0d.0"
    (tmp_path / "ca.pem").write_bytes(proxy.certificate_authority)
    try:
        said = subprocess.run(
            ["openssl", "x509", "-subject_hash_old", "-noout", "-in", tmp_path / "ca.pem"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    assert said.strip() == "c8750f0d"


def test_a_damaged_record_is_told(tmp_path, caplog):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(Exchange("https://a.org/", 200, "OK", (), b"x" * 1000))
    path = tmp_path / "s/archive/00000.warc.gz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    answer = DirectFetcher(tmp_path / "s")("https://a.org/", {})
    assert answer.status == 502
    assert b"Recorded, but damaged" in answer.body
    assert "00000.warc.gz: the record at byte 0 is damaged" in caplog.text
