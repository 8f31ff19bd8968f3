"""Activities: tasks and the back stack, starts and results, broadcasts."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity.service import ActivityService, StartResult, Task
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.package import PackageService

SERVICE = Entry(
    "activity",
    "android.app.IActivityManager",
    service=ActivityService,
    needs=(PackageService, DisplayService),
    cmd="shell:am",
    dump="dump:dump_activity",
    tools={"am": "shell:am", "kill": "kill:kill", "killall": "kill:killall"},
    also=(Entry("activity_task", "android.app.IActivityTaskManager", cmd="shell:am"),),
)

__all__ = ["SERVICE", "ActivityService", "StartResult", "Task"]
