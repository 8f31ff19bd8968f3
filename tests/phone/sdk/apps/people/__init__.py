"""Contacts in the manner of Google Contacts."""
