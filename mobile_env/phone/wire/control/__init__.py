"""The emulator's gRPC services of a served phone."""
