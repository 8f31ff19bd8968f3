"""What every app is tested with: a hand, the conformance class, and contracts as tables (docs/writing-an-app.md)."""

from mobile_env.phone.sdk.testing.conformance import AppConformance
from mobile_env.phone.sdk.testing.contract import check_contract, parse_contract
from mobile_env.phone.sdk.testing.hand import Hand, Node

__all__ = ["AppConformance", "Hand", "Node", "check_contract", "parse_contract"]
