"""arkham_bbs: play the 1987 Arkham Horror together over SSH, telnet and the browser."""

__version__ = "0.1.0"
