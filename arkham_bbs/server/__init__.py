"""Room: composition. Builds every room, opens the doors, and closes them cleanly."""
