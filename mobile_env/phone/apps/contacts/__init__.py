"""Contacts (com.google.android.contacts)."""
