"""The version of this library, sent in `user-agent`."""

__version__ = "0.9.0"
