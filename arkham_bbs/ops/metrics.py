"""The figures a board shows: counters, gauges and histograms for /metrics.

Room: ops. Imports prometheus-client. Each server has a registry of its own, so that two servers
in one process (the tests) do not add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Reading = float | Mapping[str, float]
"""One number, or one number for each value of the figure's label."""


class Metrics:
    """Everything that is counted. Doors, server and sysop write; /metrics reads."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self.connections = Counter(
            "arkham_connections", "Connections accepted", ["door"], registry=registry
        )
        self.refused = Counter(
            "arkham_refused",
            "Connections refused before anything was read",
            ["door", "reason"],
            registry=registry,
        )
        self.dropped = Counter(
            "arkham_dropped", "Lines the server closed", ["door", "reason"], registry=registry
        )
        self.limits = Counter(
            "arkham_limits_met",
            "Times a limit cut something short and the line went on",
            ["limit"],
            registry=registry,
        )
        self.sessions = Gauge(
            "arkham_sessions", "Callers connected now", ["door"], registry=registry
        )
        self.logins = Counter(
            "arkham_logins", "Callers let in, by what they proved", ["method"], registry=registry
        )
        self.login_failures = Counter(
            "arkham_login_failures", "Callers not let in", ["method", "code"], registry=registry
        )
        self.faults = Counter(
            "arkham_faults", "Sessions and tasks ended by a fault", registry=registry
        )
        self.decision_s = Histogram(
            "arkham_decision_seconds",
            "From an answer's arrival to its publication",
            registry=registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
        )
        self.loop_lag_s = Histogram(
            "arkham_loop_lag_seconds",
            "How late the event loop's clock tick came",
            registry=registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self.loop_blocks = Counter(
            "arkham_loop_blocked",
            "Times the event loop was held too long by one piece of work",
            registry=registry,
        )
        self.loop_blocked_s = Counter(
            "arkham_loop_blocked_seconds",
            "How long the event loop was held in all those times",
            registry=registry,
        )
        self.loop_crowds = Counter(
            "arkham_loop_crowded",
            "Times the event loop came round too late after many short pieces of work",
            registry=registry,
        )
        self.loop_crowded_s = Counter(
            "arkham_loop_crowded_seconds",
            "How long the event loop took for them in all those times",
            registry=registry,
        )
        self.loop_starved = Counter(
            "arkham_loop_starved",
            "Times the event loop was too late because it waited for a core",
            registry=registry,
        )
        self.loop_starved_s = Counter(
            "arkham_loop_starved_seconds",
            "How long it waited for a core in all the times it was too late",
            registry=registry,
        )

        for door in ("ssh", "telnet", "web"):
            # There from the start, so that "none" is shown as 0 and not by absence.
            self.sessions.labels(door).set(0)
            self.connections.labels(door)

    def watch_gauge(
        self, name: str, about: str, read: Callable[[], Reading], label: str = "kind"
    ) -> None:
        """Show a figure that another room keeps; it is read when /metrics is asked for."""
        self.registry.register(_Watched(name, about, read, label, counter=False))

    def watch_counter(
        self, name: str, about: str, read: Callable[[], Reading], label: str = "kind"
    ) -> None:
        """Show a number that only grows and that another room keeps."""
        self.registry.register(_Watched(name, about, read, label, counter=True))

    def page(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)


class _Watched(Collector):
    def __init__(
        self, name: str, about: str, read: Callable[[], Reading], label: str, *, counter: bool
    ) -> None:
        self._name = name
        self._about = about
        self._read = read
        self._label = label
        self._counter = counter

    def describe(self) -> Iterable[Metric]:
        return [self._family(())]

    def collect(self) -> Iterable[Metric]:
        reading = self._read()
        if isinstance(reading, Mapping):
            family = self._family((self._label,))
            for key, value in sorted(reading.items()):
                family.add_metric([key], value)
        else:
            family = self._family(())
            family.add_metric([], reading)
        yield family

    def _family(self, labels: tuple[str, ...]) -> CounterMetricFamily | GaugeMetricFamily:
        kind = CounterMetricFamily if self._counter else GaugeMetricFamily
        return kind(self._name, self._about, labels=labels)
