"""Subcommands of `mobile-env`, one file each; each imports what it needs only when it runs."""
