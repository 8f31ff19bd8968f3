"""Checks the token of calls to a gRPC server."""

from __future__ import annotations

import hmac
from typing import Any

import grpc


class TokenCheck(grpc.ServerInterceptor):
    """Refuses calls without the token.

    Args:
      token: what callers must send as `authorization: Bearer TOKEN`.
      refusal: what others are told.
    """

    def __init__(self, token: str, refusal: str) -> None:
        self._expected = f"Bearer {token}".encode()

        def refuse(request: Any, context: grpc.ServicerContext) -> None:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, refusal)

        self._refusal = grpc.unary_unary_rpc_method_handler(refuse)

    def intercept_service(self, continuation: Any, details: grpc.HandlerCallDetails) -> Any:
        """Lets a call pass, or answers it with the refusal."""
        for key, value in details.invocation_metadata:
            given = value.encode() if isinstance(value, str) else value
            if key == "authorization" and hmac.compare_digest(given, self._expected):
                return continuation(details)
        return self._refusal
