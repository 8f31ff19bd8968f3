"""A small app that the framework's tests are run on."""
