"""Every simulator keeps the contract: the phone in process, over adb, and through AndroidEnv's emulator simulator."""

import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.conformance import SimulatorConformance
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.simulators.emulator.attached import Emulator

DISPLAY = Display(360, 640, 160)


class TestEmbedded(SimulatorConformance):
    def make(self):
        return EmbeddedSimulator(DISPLAY)


class _Served(SimulatorConformance):
    """A served phone for the class."""

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def wire(cls, serve, adb_server):
        with serve(DISPLAY) as server:
            cls.server, cls.adb_server = server, adb_server
            yield


class TestOverAdb(_Served):
    def make(self):
        return AdbSimulator(
            self.server.serial, server_port=self.adb_server.port, adb_path=self.adb_server.path
        )


class TestThroughAndroidEnv(_Served):
    def make(self):
        return Emulator(
            self.server.console_port, server_port=self.adb_server.port, adb_path=self.adb_server.path
        )
