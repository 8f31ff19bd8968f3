"""Subcommands of `mobile-env`, one file each. A subcommand imports other modules only when it runs."""
