"""`kill` and `killall`: end processes of packages."""

from __future__ import annotations

import re

from mobile_env.phone.services.package import PackageService
from mobile_env.phone.shell.call import Call, CommandError


def kill(call: Call) -> int:
    words = [word for word in call.args if not re.fullmatch(r"-[A-Za-z0-9]+", word)]
    if not words:
        raise CommandError('kill: Need 1 argument (see "kill --help")\n')
    status = 0
    by_pid = {str(process.pid): process for process in call.kernel.state.processes.list()}
    for word in words:
        process = by_pid.get(word)
        if process is None:
            status = call.fail(
                f"bad pid '{word}'" if not word.isdecimal() else f"pid {word}: No such process"
            )
        elif call.service(PackageService).get(process.name) is None:
            status = call.fail(f"pid {word}: Operation not permitted")
        else:
            call.service(PackageService).stop(process.name)
    return status


def killall(call: Call) -> int:
    status = 0
    for name in (word for word in call.args if not word.startswith("-")):
        if call.kernel.state.processes.pid(name) is None or call.service(PackageService).get(name) is None:
            status = call.fail(f"No processes: {name}")
        else:
            call.service(PackageService).stop(name)
    return status
