"""SMS Messenger (com.simplemobiletools.smsmessenger)."""
