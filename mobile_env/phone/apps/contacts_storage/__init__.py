"""The provider of contacts and of the call log (package `com.android.providers.contacts`)."""
