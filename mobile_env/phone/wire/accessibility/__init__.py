"""The role of AndroidEnv's accessibility forwarder, played by a served phone."""
