"""Content providers: rows that apps share by `content://` URI."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.content.service import ContentService, ProviderNotFound
from mobile_env.phone.services.package import PackageService

SERVICE = Entry(
    "content",
    "android.content.IContentService",
    service=ContentService,
    needs=(PackageService,),
    tools={"content": "shell:content"},
)

__all__ = ["SERVICE", "ContentService", "ProviderNotFound"]
