"""Content providers, as the shell's `content` reaches them."""

from mobile_env.phone.kernel.service import Entry, Service
from mobile_env.phone.services.settings import SettingsService


class ContentService(Service):
    """Rows of content providers. So far the settings provider is the only one."""

    name = "content"


SERVICE = Entry(
    "content",
    "android.content.IContentService",
    service=ContentService,
    needs=(SettingsService,),
    tools={"content": "shell:content"},
)
