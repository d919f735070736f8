"""Room: players."""
