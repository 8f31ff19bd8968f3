"""The stand-in for the WikiHow app (com.wikihow.wikihowapp 2.9.6)."""
