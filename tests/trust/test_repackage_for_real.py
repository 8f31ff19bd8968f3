"""The repackage plan carried out by the real Apktool, zipalign and apksigner on an app of the embedded phone."""

import shutil
import subprocess
import zipfile

import pytest
from extras import require_extra

require_extra("replay")

from mobile_env.cli import main
from mobile_env.replay.proxy.phone_network import ReplayNetwork

TOOLS = ("apktool", "keytool", "zipalign", "apksigner")
pytestmark = [
    pytest.mark.skipif(
        any(shutil.which(tool) is None for tool in TOOLS),
        reason=f"needs {', '.join(TOOLS)} (Debian has them)",
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
]
WIKIHOW = "com.wikihow.wikihowapp"


def test_a_repackaged_app_trusts_the_proxy(serve, adb_server, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    work = tmp_path / "work"
    with ReplayNetwork("wikihow", certificates=None) as network, serve(fetch=network) as server:
        ca = tmp_path / "ca.pem"
        ca.write_bytes(network.proxy.certificate_authority)

        def page_error(package):
            url = "https://www.wikihow.com/Main-Page"
            return server.phone.call(lambda phone: phone.pages.load(url, {"X-Requested-With": package}).error)

        assert page_error(WIKIHOW) == "ERR_CERT_AUTHORITY_INVALID"
        command = [*("device", "trust", "--plan", "repackage", "--package", WIKIHOW), "--ca", str(ca)]
        assert main([*command, "--device", f"adb:{server.serial}", "--work", str(work)]) == 0
        assert page_error(WIKIHOW) == ""
        assert page_error("com.android.settings") == "ERR_CERT_AUTHORITY_INVALID", "one app, and no other"
    with zipfile.ZipFile(work / "base.apk") as archive:
        assert "res/raw/mobile_env_replay.pem" in archive.namelist()
    verified = subprocess.run(
        ["apksigner", "verify", "--print-certs", str(work / "base.apk")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "CN=Mobile-Env replay" in verified.stdout
    assert "Done." in capsys.readouterr().out
