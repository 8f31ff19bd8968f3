"""A remote device keeps the contract of simulators, with frames as they are and reduced ones."""

import pytest

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.simulators.conformance import SimulatorConformance
from mobile_env.simulators.remote.frames import FrameFormat
from mobile_env.simulators.remote.simulator import RemoteSimulator

DEVICE = "embedded:360x640@160"
TOKEN = "a token for tests"


class TestRemote(SimulatorConformance):
    frames = FrameFormat()

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def service(cls):
        with DeviceServer(DevicePool([DEVICE]), TOKEN, port=0) as server:
            cls.address = f"127.0.0.1:{server.port}"
            yield

    def make(self):
        return RemoteSimulator(self.address, token=TOKEN, certificates=None, frames=self.frames)


class TestRemoteWithSmallFrames(TestRemote):
    frames = FrameFormat("jpeg", 80, (180, 320))

    # A picture that lost something is not turned pixel by pixel.
    test_a_turned_screen = None
