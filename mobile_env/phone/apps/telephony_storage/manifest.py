"""Manifest of the messages' storage: text messages and threads, as content providers."""

from mobile_env.phone.sdk import App, Database, Icon, Provider, View

TYPES = {"inbox": 1, "sent": 2, "draft": 3, "outbox": 4, "failed": 5, "queued": 6}
"""Numbers of android.provider.Telephony.Sms.MESSAGE_TYPE_… by the path of the box."""
_NEWEST = "date DESC, _id DESC"
_THREADS = View("threads", sort="date DESC, _id DESC")

APP = App(
    "com.android.providers.telephony",
    "Phone and Messaging Storage",
    version=("13", 33),
    icon=Icon("sms", "#1a73e8"),
    system=True,
    databases=(Database("mmssms.db", version=69, schema="mmssms.sql"),),
    providers=(
        Provider(
            ("sms",),
            read="READ_SMS",
            write="SEND_SMS",
            code="sms:SmsProvider",
            paths={
                "": View("sms", sort=_NEWEST),
                **{
                    box: View(f"sms WHERE type = {number}", sort=_NEWEST, table="sms")
                    for box, number in TYPES.items()
                },
                "conversations": View(
                    "threads",
                    columns={"thread_id": "_id", "msg_count": "message_count", "snippet": "snippet"},
                    sort="date DESC",
                ),
            },
        ),
        Provider(
            ("mms-sms",),
            read="READ_SMS",
            write="SEND_SMS",
            code="sms:ThreadProvider",
            paths={"conversations": _THREADS, "canonical-addresses": View("canonical_addresses")},
        ),
        Provider(("mms",), read="READ_SMS", write="SEND_SMS", paths={"": View("pdu", sort=_NEWEST)}),
    ),
)
