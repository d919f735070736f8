"""Room: ops. What the server tells its keeper: log, figures, health, the loop's watchdog."""
