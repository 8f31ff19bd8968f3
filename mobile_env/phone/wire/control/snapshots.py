"""The emulator's gRPC `SnapshotService`: states of the phone by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import grpc
from android_env.proto import snapshot_pb2
from android_env.proto.snapshot_service_pb2 import (
    SnapshotDetails,
    SnapshotFilter,
    SnapshotList,
    SnapshotPackage,
)

from mobile_env.phone.wire.phone_thread import PhoneThread
from mobile_env.phone.wire.snapshot_store import SnapshotError, SnapshotStore

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone


class SnapshotService:
    """Saves and loads the state of one phone.

    Args:
      thread: where the phone lives.
      store: its snapshots.
    """

    def __init__(self, thread: PhoneThread, store: SnapshotStore) -> None:
        self._thread = thread
        self._store = store

    def ListSnapshots(self, request: SnapshotFilter, context: grpc.ServicerContext) -> SnapshotList:
        """All snapshots, in the order in which they were first saved."""
        return self._thread.call(lambda phone: self._list())

    def SaveSnapshot(self, request: SnapshotPackage, context: grpc.ServicerContext) -> SnapshotPackage:
        """Saves the state under a name. Replaces a snapshot with this name."""
        return self._answer(request, self._store.save)

    def LoadSnapshot(self, request: SnapshotPackage, context: grpc.ServicerContext) -> SnapshotPackage:
        """Restores a snapshot."""
        return self._answer(request, self._store.load)

    def DeleteSnapshot(self, request: SnapshotPackage, context: grpc.ServicerContext) -> SnapshotPackage:
        """Deletes a snapshot."""
        return self._answer(request, lambda phone, name: self._store.delete(name))

    def _list(self) -> SnapshotList:
        answer = SnapshotList()
        for saved in self._store.list():
            loaded = saved.name == self._store.loaded
            answer.snapshots.add(
                snapshot_id=saved.name,
                status=SnapshotDetails.Loaded if loaded else SnapshotDetails.Compatible,
                details=snapshot_pb2.Snapshot(
                    version=1, creation_time=saved.seconds, logical_name=saved.name
                ),
            )
        return answer

    def _answer(self, request: SnapshotPackage, work: Callable[[Phone, str], None]) -> SnapshotPackage:
        name = request.snapshot_id
        try:
            self._thread.call(lambda phone: work(phone, name))
        except SnapshotError as error:
            return SnapshotPackage(snapshot_id=name, success=False, err=str(error).encode())
        return SnapshotPackage(snapshot_id=name, success=True)
