"""Files on disk become runnable tasks: parsing with positions, linting, setup and reset steps."""
