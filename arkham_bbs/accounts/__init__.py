"""Room: accounts."""
