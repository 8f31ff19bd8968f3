"""The emulator's gRPC `SnapshotService`: states of the phone by name, kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import grpc
from android_env.proto import snapshot_pb2
from android_env.proto.snapshot_service_pb2 import (
    SnapshotDetails,
    SnapshotFilter,
    SnapshotList,
    SnapshotPackage,
)

from mobile_env.phone.wire.phone_thread import PhoneThread

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone, Snapshot

MOST_SNAPSHOTS: Final = 256
_LONGEST_NAME: Final = 255


class SnapshotService:
    """Saves and loads the state of one phone. Snapshots go when the phone is switched off."""

    def __init__(self, thread: PhoneThread) -> None:
        self._thread = thread
        # Touched on the phone's thread only.
        self._snapshots: dict[str, tuple[Snapshot, int]] = {}
        self._loaded = ""

    def ListSnapshots(self, request: SnapshotFilter, context: grpc.ServicerContext) -> SnapshotList:
        """All snapshots, in the order in which they were first saved."""
        return self._thread.call(lambda phone: self._list())

    def SaveSnapshot(self, request: SnapshotPackage, context: grpc.ServicerContext) -> SnapshotPackage:
        """Keeps the state under a name, in place of what had it."""
        return self._thread.call(lambda phone: self._save(phone, request.snapshot_id))

    def LoadSnapshot(self, request: SnapshotPackage, context: grpc.ServicerContext) -> SnapshotPackage:
        """Brings a state back."""
        return self._thread.call(lambda phone: self._load(phone, request.snapshot_id))

    def DeleteSnapshot(self, request: SnapshotPackage, context: grpc.ServicerContext) -> SnapshotPackage:
        """Forgets a state."""
        return self._thread.call(lambda phone: self._delete(request.snapshot_id))

    def _list(self) -> SnapshotList:
        answer = SnapshotList()
        for name, (_, seconds) in self._snapshots.items():
            answer.snapshots.add(
                snapshot_id=name,
                status=SnapshotDetails.Loaded if name == self._loaded else SnapshotDetails.Compatible,
                details=snapshot_pb2.Snapshot(version=1, creation_time=seconds, logical_name=name),
            )
        return answer

    def _save(self, phone: Phone, name: str) -> SnapshotPackage:
        if not 0 < len(name) <= _LONGEST_NAME or any(ord(character) < 32 for character in name):
            return _failure(name, f"a snapshot's name has 1 to {_LONGEST_NAME} printable characters")
        if len(self._snapshots) >= MOST_SNAPSHOTS and name not in self._snapshots:
            return _failure(name, f"{MOST_SNAPSHOTS} snapshots are kept already: delete some")
        self._snapshots[name] = (phone.snapshot(), phone.state.clock.seconds)
        return SnapshotPackage(snapshot_id=name, success=True)

    def _load(self, phone: Phone, name: str) -> SnapshotPackage:
        found = self._snapshots.get(name)
        if found is None:
            return self._unknown(name)
        phone.restore(found[0])
        self._loaded = name
        return SnapshotPackage(snapshot_id=name, success=True)

    def _delete(self, name: str) -> SnapshotPackage:
        if self._snapshots.pop(name, None) is None:
            return self._unknown(name)
        return SnapshotPackage(snapshot_id=name, success=True)

    def _unknown(self, name: str) -> SnapshotPackage:
        known = ", ".join(self._snapshots) or "none"
        return _failure(name, f"no snapshot {name!r} (saved: {known})")


def _failure(name: str, reason: str) -> SnapshotPackage:
    return SnapshotPackage(snapshot_id=name, success=False, err=reason.encode())
