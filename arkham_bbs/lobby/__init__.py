"""Room: lobby."""
