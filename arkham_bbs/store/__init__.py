"""The store: the only room that speaks SQL.

Room: store. Imports SQLAlchemy, Alembic, asyncpg, msgspec and the standard library.

    store = await Store.open("sqlite:////data/arkham.db", clock=clock)   # migrates
    await store.close()

``postgresql+asyncpg://...`` uses PostgreSQL, ``sqlite:///:memory:`` is a throw-away.
Shorter spellings (``sqlite:///path``, ``postgresql://...``) are accepted. Errors are in
``store.errors``: ``SequenceTaken``, ``StoreUnavailable`` (locked, full, lost), ``Duplicate``,
``Missing``. All text from people is cleaned of control, bidi and zero-width characters on its
way in. All methods below are coroutines. ``at`` defaults to the clock. Lists are oldest first
unless said otherwise. Records are in ``store.records``.

accounts    create(handle, folded, skeleton, password_hash, *, role, state, profile) -> record
            get(id) / by_folded(folded) / by_skeleton(skeleton) -> AccountRecord | None
            many(ids) -> dict[int, AccountRecord];  count(role=, state=)
            search(prefix="", role=, state=, limit=50, offset=0) -> list, by handle
            set_password(id, hash), set_role(id, role), set_state(id, state),
            rename(id, handle, folded, skeleton), set_muted(id, until | None),
            merge_profile(id, patch) -> Json   (None deletes a key)
            touch(id) (last seen and calls + 1), set_reset(id, hash, expires_at), clear_reset(id),
            use_reset(id, hash, password_hash) -> bool; setters return the new record
            export(id) -> Json (everything kept about it), delete(id)
keys        add(account_id, fingerprint, algorithm, public_key, comment) -> KeyRecord
            list(account_id), by_fingerprint(fp) -> KeyRecord | None,
            remove(account_id, fp) -> bool, touch(fp)
failures    get(scope, subject), record(scope, subject, *, forget_after) -> FailureRecord,
            lock(scope, subject, until), clear(scope, subject) -> bool, list(), purge(before)
bans        add(kind, subject, reason, by, expires_at) -> BanRecord, lift(id, by) -> bool,
            active() -> list, all(limit), get(id),
            match(account_id=, fingerprint=, address=) -> BanRecord | None
tokens      issue(token_hash, account_id, session_id, address, expires_at, data),
            take(token_hash) -> TokenRecord | None (once), revoke(account_id) -> int, purge()
invites     create(kind, code, *, game_id, seat, from_id, to_id, note, uses, expires_at),
            get(code), use(code) -> InviteRecord | None (counts down), pending(to_id),
            registrations(), remove(id) -> bool
calls       begin(account_id, name, door, address) -> int, end(id), latest(limit), count(since),
            of_account(id, limit), purge(before)
ignores     add(account_id, ignored_id), remove(...), list(account_id) -> list[int]

games       create(*, title, setup, options, pace, table, rules_version, seed, commitment, host_id,
            code, id=None) -> GameRecord;  get(id),
            list(states=("lobby", "live"), account_id=, limit=, offset=)  newest activity first,
            update(id, **fields), start(id, ...), finish(id, state, result), delete(id),
            started_between(start, end), ended_between(start, end), ended_before(at), count(states)
seats       put(game_id, seat, *, account_id, name, controller, change, by, data) -> SeatRecord,
            (writes seat and history), remove(game_id, seat, change, by), list(game_id),
            of_games(ids) -> dict, of_account(account_id, states) -> list[SeatRecord],
            history(game_id) -> list[SeatHistoryRecord]
answers     append(game_id, seq, seat, key, interjection=False): durable on return; raises
            SequenceTaken, StoreUnavailable.  since(game_id, seq=0), last_seq(game_id),
            load(game_id) -> (CheckpointRecord | None, list[AnswerRecord] after it)
checkpoints save(game_id, seq, blob, table=None), list(game_id);
            the last ``keep_checkpoints`` (4) and the one of seq 0 stay; like history.append
            it joins the transaction of the answers waiting at the moment
history     append(game_id, entries: Iterable[HistoryRecord]), since(game_id, seq=0, limit=),
            last(game_id, limit), turns(game_id), search(game_id, text, limit); safe to repeat
honours     record(game_id, lines: Iterable[HonourLine]), top(limit) best first, of_account(id),
            of_game(game_id), between(start, end), statistics(account_id) -> Json
achievements award(account_id, key, game_id=None) -> bool (True: new), list(account_id), counts()
notifications claim(game_id, decision, account_id, kind, way) -> bool (True once; again when
            nothing was heard of it for ``CLAIM_S``), is_on_its_way(...) -> bool,
            release(...) (nothing was sent), settle(..., result), of_account(id, since),
            purge(before)
reports     add(kind, text, data, account_id=, game_id=, ref=) -> ReportRecord, get(ref), open(),
            close(ref)

chat        add(channel, account_id, name, text, kind="say") -> ChatRecord,
            scrollback(channel, limit=50, before=None, after=None), trim(channel, keep)
mail        send(from_id, from_name, to_id, to_name, subject, body, reply_to=None) -> MailRecord,
            inbox(id, unread_only=, limit=, offset=) newest first, sent(id, ...),
            get(account_id, id), mark_read(account_id, id),
            delete(account_id, id) -> bool (own side), unread(id) -> int
drafts      put(account_id, kind, slot, data), get(...), list(account_id), delete(...) -> bool
boards      create(name, title, description, write_role, position), update(id, **fields), list(),
            begin_thread(board_id, account_id, name, title, body) -> (Thread, Post),
            reply(thread_id, account_id, name, body) -> PostRecord, threads(board_id, account_id,
            limit, offset) newest first, thread(id, account_id), posts(thread_id, after=0, limit),
            unread(account_id) -> dict[board id, int], mark_read(account_id, thread_id, post_id),
            mark_board_read(account_id, board_id), first_unread(account_id, thread_id),
            set_thread(id, locked=, pinned=, title=), hide_post(id, by), show_post(id)
oneliners   add(account_id, name, text), latest(limit), remove(id) -> bool
news        add(title, body, by), list(limit) newest first, get(id), update(id, ...), remove(id),
            unread(account_id), mark_read(account_id, news_id)
editions    put(day, lines), get(day), seen(account_id) -> date | None,
            mark_seen(account_id, day)            (the Arkham Advertiser)
motd        get() -> MotdRecord | None, set(text, by)

audit       add(*, who, action, account_id, way, address, subject, why, result, details),
            search(text=, who=, action=, since=, until=, limit=) newest first
settings    all() -> dict, get(key), set(key, value, by), unset(key) -> bool

On the store itself: ``clock()``, ``backup_to(path)``, ``integrity() -> list[str]`` (empty: sound),
``size() -> int`` bytes, ``ping()``, ``statistics() -> StoreStatistics`` (commits, rows, waiting,
latencies) for metrics, ``listen(callback)`` (callback(game_id, seq) after a commit of ANOTHER
server on the same PostgreSQL; ``heard(server, word)`` for what one tells by ``tell_servers``),
``tell_servers(words)``, ``is_shared`` (other servers may use this database too),
``Store.migrate(url)``, ``Store.revision(url)``.
"""

from __future__ import annotations

from arkham_bbs.store.columns import clean_text
from arkham_bbs.store.database import Clock, utc_now
from arkham_bbs.store.engine import Limits
from arkham_bbs.store.errors import (
    Duplicate,
    Missing,
    SequenceTaken,
    StoreError,
    StoreUnavailable,
)
from arkham_bbs.store.games import OPEN_STATES, new_id
from arkham_bbs.store.records import HonourLine
from arkham_bbs.store.renown import new_ref
from arkham_bbs.store.store import Store
from arkham_bbs.store.writer import StoreStatistics

__all__ = [
    "OPEN_STATES",
    "Clock",
    "Duplicate",
    "HonourLine",
    "Limits",
    "Missing",
    "SequenceTaken",
    "Store",
    "StoreError",
    "StoreStatistics",
    "StoreUnavailable",
    "clean_text",
    "new_id",
    "new_ref",
    "utc_now",
]
