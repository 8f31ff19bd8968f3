"""The provider of text messages (package `com.android.providers.telephony`)."""
