"""Bringing a database to the newest schema with Alembic.

Room: store. Imports SQLAlchemy, Alembic (only when something is due) and its neighbours.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL, Connection

from arkham_bbs.store.engine import Limits, sqlite_path
from arkham_bbs.store.errors import StoreError
from arkham_bbs.store.retrying import trouble_named
from arkham_bbs.store.schema import REVISION
from arkham_bbs.store.ways import Way, open_way

# Any number will do, as long as every server of this program uses the same one.
_UPGRADE_LOCK = 0x41_52_4B_48


def migrations_path() -> Path:
    """Return the directory of the migrations: inside an installed package, else beside it."""
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "migrations", package.parent / "migrations"):
        if (candidate / "env.py").is_file():
            return candidate
    raise StoreError("migrations-missing", near=str(package))


async def revision(url: URL, limits: Limits) -> str | None:
    """Return the schema revision of a database, None for an empty one."""
    path = sqlite_path(url)
    if path is not None and not path.exists():
        return None
    way = open_way(url, limits)

    async def work() -> str | None:
        async with way.connect() as connection:
            return await connection.run_sync(_revision)

    try:
        with trouble_named():
            return await way.whole(work)
    finally:
        await way.close()


async def migrate(way: Way) -> bool:
    """Upgrade to the head; return whether anything had to be done.

    Two servers may start at once: the second waits and then finds nothing to do. A database that
    is newer than this program is refused.

    Raises:
        StoreError: "newer-schema" with ``found`` and ``known``.
        StoreUnavailable: the database cannot now.
    """

    async def work() -> bool:
        async with way.connect() as connection:
            await connection.begin()
            if way.is_postgresql:
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADE_LOCK}
                )
            changed = await connection.run_sync(_upgrade)
            await connection.commit()
            return changed

    with trouble_named():
        return await way.whole(work)


def _revision(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection) -> bool:
    found = _revision(connection)
    if found == REVISION:
        return False
    # Alembic costs a third of a second to load; a start with nothing due does without.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(migrations_path()).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError("newer-schema", found=found, known=REVISION)
    command.upgrade(config, "head")
    return True
