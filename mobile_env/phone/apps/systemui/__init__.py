"""The package of System UI, as the package manager knows it."""
