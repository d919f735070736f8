"""The first half minute after login: what waits for you, who is here, the news, the paper.

Room: session. Imports lobby, store and its neighbours here.
Source: issue 5 (being told at login, the Advertiser once a day), USER_ASKS I1, I4, C8.
"""

from __future__ import annotations

from contextlib import suppress

from arkham_bbs.session.onward import open_invitations, waiting_sentence
from arkham_bbs.session.parsing import join_words
from arkham_bbs.session.refusals import store_sentence
from arkham_bbs.session.registration import offer_key
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.errors import StoreUnavailable


async def greet(visit: Visit) -> None:
    """Tell an arriving caller what they would want to know, and no more than a screen of it."""
    store, lobby = visit.services.store, visit.services.lobby
    visit.tell(f"Arkham greets you, {visit.handle}.", style="title")
    motd = await store.motd.get()
    if motd is not None and motd.text:
        visit.tell(f"A word from the sysop: {motd.text}")
    if visit.account is None:
        visit.tell("You are here as a guest: read the rules, watch a game, or try the tutorial.")
        return
    # The account itself knows this call already, so the one before is looked up.
    calls = await store.calls.of_account(visit.account.id, 2)
    before = next((call for call in calls if call.id != visit.call_id), None)
    if before is not None:
        visit.tell(f"Your last call: {before.began_at:%d %b %Y, %H:%M} UTC.", style="dim")
    await _paper(visit)
    for item in await store.news.unread(visit.account.id):
        visit.tell(f"News: {item.title}", style="title")
        visit.tell(item.body)
        with suppress(StoreUnavailable):
            # Told again next time, then; the rest of what waits is told all the same.
            await store.news.mark_read(visit.account.id, item.id)
    letters = await store.mail.unread(visit.account.id)
    if letters:
        visit.tell(f"{letters} unread letter{'' if letters == 1 else 's'}. Type mail.")
    posts = sum((await store.boards.unread(visit.account.id)).values())
    if posts:
        visit.tell(f"{posts} new on the boards. Type boards.")
    drafts = await store.drafts.list(visit.account.id)
    if drafts:
        visit.tell(f"{len(drafts)} unfinished letter or post of yours is kept. Type drafts.")
    asked = await open_invitations(visit)
    if asked:
        more = f" {len(asked) - 1} more ask you too." if len(asked) > 1 else ""
        visit.tell(f"{asked[0].sentence}{more} Type invitations.")
    waiting = list(lobby.waiting_for(visit.me))
    if waiting:
        visit.tell(f"{waiting_sentence(waiting)} Type resume.", style="good")
    _company(visit)
    if store.refusing is not None:
        visit.tell(store_sentence(store.refusing), style="bad")
    await offer_key(visit)


def _company(visit: Visit) -> None:
    """Tell which partners of one's own tables are on the line."""
    lobby = visit.services.lobby
    here = {person.handle for person in (*lobby.who(), *lobby.elsewhere.who())}
    for row in lobby.own(visit.me):
        partners = [
            seat.handle
            for seat in row.seats
            if seat.handle and seat.handle in here and seat.handle != visit.handle
        ]
        if partners:
            verb = "is" if len(partners) == 1 else "are"
            visit.tell(f'Of "{row.title}", {join_words(partners)} {verb} on the line.')


async def _paper(visit: Visit) -> None:
    """Show the Arkham Advertiser that tells of yesterday, once a day."""
    edition = await visit.services.lobby.gazette.for_caller(visit.me)
    if edition is None or not edition.lines:
        return
    visit.tell(f"THE ARKHAM ADVERTISER: yesterday, {edition.day:%d %B %Y}", style="title")
    visit.tell(*edition.lines[:6])
    if len(edition.lines) > 6:
        visit.tell("More of it: type paper.", style="dim")
