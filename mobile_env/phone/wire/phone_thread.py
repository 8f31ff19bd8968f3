"""The thread on which a served phone runs. Requests of its clients are carried out one after another."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

_log = logging.getLogger(__name__)

Argument = TypeVar("Argument")
Result = TypeVar("Result")


class PhoneGoneError(RuntimeError):
    """The phone is not running (yet, or any more)."""


class _Job(Generic[Result]):
    __slots__ = ("future", "work")

    def __init__(self, work: Callable[[Phone], Result]) -> None:
        self.work = work
        self.future: Future[Result] = Future()

    def run(self, phone: Phone) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self.work(phone)
        except BaseException as error:  # what a painter of another language throws is no Exception
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class PhoneThread:
    """Makes a phone on a thread of its own and keeps it there: the painter's documents know one thread only.

    Args:
      make: makes the phone.
      real_time: whether the phone's clock also moves with the wall's. Without it the phone's time is virtual:
        it moves by input alone, and the same requests give the same answers.
      name: the thread's name.
    """

    def __init__(self, make: Callable[[], Phone], *, real_time: bool = False, name: str = "phone") -> None:
        self._make = make
        self._real_time = real_time
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._watchers: list[Callable[[Phone], None]] = []
        self._started = self._closed = False
        self.running = True
        """False stops a clock that follows wall-clock time."""
        self._booted = threading.Event()
        self._phone: Phone | None = None
        self._failure: BaseException | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def real_time(self) -> bool:
        """Whether the phone's clock moves with the wall's."""
        return self._real_time

    def start(self) -> None:
        """Starts the thread and waits until the phone has booted.

        Raises:
          Exception: whatever making the phone raised.
        """
        with self._lock:
            self._started = True
        self._thread.start()
        self._booted.wait()
        if self._failure is not None:
            raise self._failure

    def submit(self, work: Callable[[Phone], Result]) -> Future[Result]:
        """Runs `work` on the phone's thread. Returns a future at once.

        Raises:
          PhoneGoneError: the phone is not running.
        """
        job = _Job(work)
        with self._lock:
            if self._closed:
                raise PhoneGoneError("the phone is switched off")
            if not self._started:
                raise PhoneGoneError("the phone is not switched on yet: call start() first")
            self._jobs.put(job)
        return job.future

    def call(self, work: Callable[[Phone], Result]) -> Result:
        """Runs `work` on the phone's thread. Returns its result, or raises its exception.

        Raises:
          PhoneGoneError: the phone is not running.
        """
        return self.submit(work).result()

    def watch(self, watcher: Callable[[Phone], None]) -> Callable[[], None]:
        """Calls `watcher` on the phone's thread after every request.

        Returns:
          A function that stops this.
        """
        self._watchers = [*self._watchers, watcher]

        def stop() -> None:
            self._watchers = [each for each in self._watchers if each is not watcher]

        return stop

    def close(self) -> None:
        """Shuts the phone down after all requests; command lines end early. Calling it twice is harmless."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        if self._phone is not None:
            self._phone.interrupted = True
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        try:
            phone = self._make()
        except BaseException as error:
            self._failure = error
            self._end()
            self._booted.set()
            return
        self._phone = phone
        self._booted.set()
        began = time.monotonic()
        while (job := self._jobs.get()) is not None:
            if self._real_time:
                now = time.monotonic()
                if self.running:
                    _carefully(phone.advance, now - began)
                began = now
            job.run(phone)
            for watcher in self._watchers:
                _carefully(watcher, phone)

    def _end(self) -> None:
        """Fails all waiting requests, because the phone could not be made."""
        with self._lock:
            self._closed = True
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None and job.future.set_running_or_notify_cancel():
                job.future.set_exception(PhoneGoneError("the phone could not be switched on"))


def _carefully(work: Callable[[Argument], object], argument: Argument) -> None:
    """Calls a function whose result nobody waits for. An exception must not end the thread."""
    try:
        work(argument)
    except BaseException:  # what a painter of another language throws is no Exception
        _log.exception("%r failed on the phone's thread", work)
