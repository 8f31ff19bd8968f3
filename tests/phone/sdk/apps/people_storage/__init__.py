"""The provider of contacts."""
