"""Room: doors."""
