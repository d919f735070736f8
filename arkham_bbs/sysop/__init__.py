"""Room: sysop."""
