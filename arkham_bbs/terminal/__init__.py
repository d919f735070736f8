"""Room: terminal."""
