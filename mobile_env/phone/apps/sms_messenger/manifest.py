"""Manifest of SMS Messenger: conversations, one of them, a new one, the archive, settings and blocked numbers."""

from mobile_env.phone.sdk import LAUNCHER, App, Channel, Filter, Icon, Theme, activity, receiver

SMS_DELIVER = "android.provider.Telephony.SMS_DELIVER"
REPLY = "com.simplemobiletools.smsmessenger.action.reply"
MARK_AS_READ = "com.simplemobiletools.smsmessenger.action.mark_as_read"
THREAD = ".activities.ThreadActivity"
NEW = ".activities.NewConversationActivity"
ARCHIVED = ".activities.ArchivedConversationsActivity"
SETTINGS = ".activities.SettingsActivity"
BLOCKED = "com.simplemobiletools.commons.activities.ManageBlockedNumbersActivity"
_SCHEMES = ("sms", "smsto", "mms", "mmsto")

APP = App(
    "com.simplemobiletools.smsmessenger",
    "SMS Messenger",
    version=("5.19.5", 85),
    icon=Icon("sms", "#2e7d32"),
    theme=Theme("#2e7d32", family="simple"),
    activities=(
        activity(".activities.MainActivity", "conversations:Conversations", LAUNCHER),
        activity(ARCHIVED, "conversations:Archived"),
        activity(
            THREAD,
            "thread:Thread",
            *(Filter("SENDTO", uri=f"{scheme}:") for scheme in _SCHEMES),
            *(Filter("VIEW", uri=f"{scheme}:") for scheme in _SCHEMES),
        ),
        activity(NEW, "new_conversation:NewConversation", Filter("SEND", type="text/plain")),
        activity(SETTINGS, "settings:Settings"),
        activity(BLOCKED, "settings:BlockedNumbers"),
    ),
    receivers=(
        receiver(".receivers.SmsReceiver", "incoming:received", SMS_DELIVER),
        receiver(".receivers.DirectReplyReceiver", "incoming:replied", REPLY),
        receiver(".receivers.MarkAsReadReceiver", "incoming:marked", MARK_AS_READ),
    ),
    permissions=("READ_SMS", "SEND_SMS", "RECEIVE_SMS", "READ_CONTACTS"),
    channels=(Channel("simple_sms_messenger", "Received SMS", 4),),
    system=True,
)
