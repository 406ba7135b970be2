"""The version of this library, which each request names in `user-agent`."""

__version__ = "0.9.0"
