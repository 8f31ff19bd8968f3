"""Events: computes episode signals as a pure function of the phone's signals."""
