"""Figures that other rooms keep, shown among the metrics.

Room: composition. Imports accounts, lobby, ops and store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arkham_bbs.accounts import Accounts
from arkham_bbs.lobby import Lobby
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.store import Store


def watch_figures(watch: Metrics, store: Store, accounts: Accounts, lobby: Lobby) -> None:
    """Show the figures of the store, the accounts and the lobby from now on."""
    lobby.floor.decided = watch.decision_s.observe
    watch.watch_counter(
        "arkham_commits",
        "Transactions of the store's writer",
        lambda: store.statistics().commits,
    )
    watch.watch_counter(
        "arkham_answers", "Decisions made durable", lambda: store.statistics().answers
    )
    watch.watch_counter(
        "arkham_store_failures",
        "Writes the database refused",
        lambda: store.statistics().failures,
    )
    watch.watch_gauge(
        "arkham_store_waiting",
        "Writes that wait for the writer",
        lambda: store.statistics().waiting,
    )
    watch.watch_gauge(
        "arkham_commit_seconds",
        "How long the last answers took to become durable",
        lambda: {
            "p50": store.statistics().answer_p50_s,
            "p99": store.statistics().answer_p99_s,
        },
        "quantile",
    )
    watch.watch_gauge("arkham_tables", "Tables by what they are doing", lobby.statuses, "status")
    watch.watch_gauge(
        "arkham_people", "Callers with a name, by door", lambda: _count_people(lobby), "door"
    )
    watch.watch_gauge(
        "arkham_passwords_waiting", "Passwords being checked", lambda: accounts.hashing
    )


def _count_people(lobby: Lobby) -> Mapping[str, float]:
    return Counter(presence.door for presence in lobby.presences.all())
