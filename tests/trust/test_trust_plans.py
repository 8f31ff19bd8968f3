"""Plans of trust: carried out on the embedded phone over adb, or printed."""

import datetime
import ssl
import xml.etree.ElementTree as ElementTree

import pytest
from extras import require_extra

require_extra("replay")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from mobile_env.cli import main
from mobile_env.phone.services.package.trust import SYSTEM_CERTIFICATES, trust_of
from mobile_env.replay.proxy.phone_network import ReplayNetwork
from mobile_env.simulators.contract import AdbResult
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.trust.authority import read_authority
from mobile_env.trust.plan import TrustError, carry_out, print_plan
from mobile_env.trust.repackage import add_config, repackage_plan, with_config
from mobile_env.trust.system import MODULE_STORE, system_plan
from mobile_env.trust.verifier import script_text, verifier_plan

WIKIHOW = "com.wikihow.wikihowapp"


def certificate(name, *, authority=True):
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    start = datetime.datetime(2023, 1, 1)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(start)
        .not_valid_after(start + datetime.timedelta(3650))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


@pytest.fixture
def ca(tmp_path):
    path = tmp_path / "ca.pem"
    path.write_bytes(certificate("Replay"))
    return path


@pytest.fixture
def simulator():
    made = EmbeddedSimulator()
    made.launch()
    yield made
    made.close()


class Pretended:
    """A device that answers some shell commands otherwise."""

    def __init__(self, simulator, answers):
        self.simulator, self.answers = simulator, answers

    def adb(self, args, timeout=None):
        answer = self.answers.get(" ".join(args))
        return self.simulator.adb(args, timeout) if answer is None else AdbResult(*answer)


def told(plan):
    lines = []
    print_plan(plan, lines.append)
    return "\n".join(lines)


# The system plan.


def test_after_the_system_plan_a_phone_on_the_wire_loads_replayed_pages(
    serve, adb_server, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    with ReplayNetwork("wikihow", certificates=None) as network, serve(fetch=network) as server:
        ca = tmp_path / "ca.pem"
        ca.write_bytes(network.proxy.certificate_authority)

        def page_error():
            url = "https://www.wikihow.com/Main-Page"
            return server.phone.call(lambda phone: phone.pages.load(url, {"X-Requested-With": WIKIHOW}).error)

        assert page_error() == "ERR_CERT_AUTHORITY_INVALID"
        command = ["device", "trust", "--plan", "system", "--device", f"adb:{server.serial}", "--ca", str(ca)]
        assert main([*command, "--dry-run"]) == 0
        printed = capsys.readouterr().out
        assert "adb root" in printed and "adb remount" in printed
        assert page_error() == "ERR_CERT_AUTHORITY_INVALID", "a dry run changes nothing"
        assert main(command) == 0
        assert page_error() == ""
        assert adb_server("-s", server.serial, "shell", f"ls -l {SYSTEM_CERTIFICATES}").stdout.split()[2:6] == [
            b"-rw-r--r--", b"1", b"root", b"root"
        ]  # fmt: skip
        capsys.readouterr()
        assert main([*command, "--dry-run"]) == 0
        assert "is the authority already" in capsys.readouterr().out


def test_the_store_holds_the_certificate_under_its_hash(simulator, ca, tmp_path):
    authority = read_authority(ca)
    carry_out(system_plan(simulator, authority, tmp_path), simulator, lambda line: None)
    assert simulator.phone.state.files.list(SYSTEM_CERTIFICATES) == [authority.android_name]
    der = ssl.PEM_cert_to_DER_cert(ca.read_text())
    assert trust_of(simulator.phone.packages, WIKIHOW).certificates == (der,)


def test_another_authority_of_the_same_name_is_kept(simulator, ca, tmp_path):
    first = read_authority(ca)
    ca.write_bytes(certificate("Replay"))
    second = read_authority(ca)
    assert first.android_name == second.android_name
    for authority in (first, second, first):
        carry_out(system_plan(simulator, authority, tmp_path), simulator, lambda line: None)
    stem = first.android_name[:-2]
    assert sorted(simulator.phone.state.files.list(SYSTEM_CERTIFICATES)) == [f"{stem}.0", f"{stem}.1"]
    assert len(trust_of(simulator.phone.packages, WIKIHOW).certificates) == 2


def test_a_device_without_root_is_named(simulator, ca, tmp_path):
    device = Pretended(
        simulator,
        {
            "root": (b"adbd cannot run as root in production builds\n", 0),
            "shell id": (b"uid=2000(shell)\n", 0),
        },
    )
    with pytest.raises(
        TrustError, match=r"step 3 of plan system \(see that it worked\).*without Google Play"
    ):
        carry_out(system_plan(device, read_authority(ca), tmp_path), device, lambda line: None)


def test_a_partition_that_cannot_be_written_is_named(simulator, ca, tmp_path):
    device = Pretended(simulator, {"remount": (b"remount failed\n", 1)})
    with pytest.raises(TrustError, match=r"remount failed.*-writable-system.*--overlay"):
        carry_out(system_plan(device, read_authority(ca), tmp_path), device, lambda line: None)


def test_since_android_14_the_store_of_the_module_is_overlaid(simulator, ca, tmp_path):
    device = Pretended(
        simulator,
        {
            "shell getprop ro.build.version.sdk": (b"34\n", 0),
            f"shell ls {MODULE_STORE}": (b"00673b5b.0\n", 0),
        },
    )
    printed = told(system_plan(device, read_authority(ca), tmp_path))
    assert "mount -t tmpfs" in printed and "nsenter" in printed and "remount" not in printed
    assert "until the next reboot" in printed


# The others.


def test_the_verifier_plan_says_what_is_missing(simulator, ca, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    plan = verifier_plan(
        simulator, read_authority(ca), tmp_path / "work", package=WIKIHOW, serial="X", frida_server=None
    )
    printed = told(plan)
    assert "the program frida: MISSING (pip install frida-tools)" in printed
    assert "Frida's server for x86_64: MISSING" in printed
    assert f"frida -D X -f {WIKIHOW} -l" in printed
    with pytest.raises(TrustError, match="plan verifier needs what is not here: the program frida"):
        carry_out(plan, simulator, lambda line: None)
    assert not (tmp_path / "work").exists()


def test_the_script_holds_the_authority(ca):
    text = script_text(read_authority(ca))
    assert "BEGIN CERTIFICATE" in text and "@AUTHORITY@" not in text
    # A string of JavaScript is on one line.
    assert text.count("-----\\n") == 2


def test_the_repackage_plan_is_in_order(simulator, ca, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    plan = repackage_plan(simulator, read_authority(ca), tmp_path, package=WIKIHOW)
    shown = [step.shown.split()[:2] for step in plan.steps]
    expected = [["adb", "pull"], ["apktool", "decode"], ["apktool", "build"], ["zipalign", "-f"]]
    expected += [["keytool", "-genkeypair"], ["apksigner", "sign"], ["adb", "uninstall"], ["adb", "install"]]
    assert [words for words in shown if words in expected] == expected
    with pytest.raises(TrustError, match="the program apktool"):
        carry_out(plan, simulator, lambda line: None)


def test_an_app_gets_the_config(ca, tmp_path, simulator):
    (tmp_path / "AndroidManifest.xml").write_text(
        '<manifest xmlns:android="http://schemas.android.com/apk/res/android"><application\n'
        ' android:label="A" android:networkSecurityConfig="@xml/old"><activity/></application></manifest>'
    )
    add_config(tmp_path, read_authority(ca))
    root = ElementTree.parse(tmp_path / "AndroidManifest.xml").getroot()
    namespace = "{http://schemas.android.com/apk/res/android}"
    attributes = root.find("application").attrib
    assert attributes == {
        f"{namespace}label": "A",
        f"{namespace}networkSecurityConfig": "@xml/network_security_config",
    }
    assert (tmp_path / "res/raw/mobile_env_replay.pem").read_bytes() == read_authority(ca).pem
    # The embedded phone reads such a config beside the APK: pins and stores follow it.
    config = (tmp_path / "res/xml/network_security_config.xml").read_bytes()
    path = simulator.phone.packages.get(WIKIHOW).apk_path.rpartition("/")[0]
    simulator.phone.state.files.write(f"{path}/network_security_config.xml", config, parents=True)
    der = ssl.PEM_cert_to_DER_cert(ca.read_text())
    simulator.phone.state.files.write("/data/misc/user/0/cacerts-added/x.0", der)
    assert trust_of(simulator.phone.packages, WIKIHOW).certificates == (der,)


def test_a_manifest_without_an_application_is_refused():
    with pytest.raises(TrustError, match="no <application>"):
        with_config("<manifest/>")


# Bad input.


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"hello", "holds no certificate"),
        (b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "holds no certificate"),
    ],
)
def test_what_is_no_certificate(tmp_path, content, message):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TrustError, match=message):
        read_authority(path)


def test_a_server_certificate_is_no_authority(tmp_path):
    path = tmp_path / "server.pem"
    path.write_bytes(certificate("www.wikihow.com", authority=False))
    with pytest.raises(TrustError, match=r"CN=www\.wikihow\.com', which is no authority"):
        read_authority(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plan", "system", "--device", "embedded"], "replay sets up embedded phones itself"),
        (["--plan", "system", "--device", "adb:"], "expected adb:SERIAL"),
        (
            ["--plan", "system", "--device", "emulator:avd=Pixel_3a"],
            "launch the AVD, then write emulator:PORT",
        ),
        (["--plan", "verifier", "--device", "adb:x"], "name it by --package"),
    ],
)
def test_bad_arguments(arguments, message, ca, capsys):
    assert main(["device", "trust", *arguments, "--ca", str(ca)]) == 2
    assert message in capsys.readouterr().err
