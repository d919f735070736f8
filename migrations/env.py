"""Alembic's entry: runs the migrations on a connection it is given, or on a URL.

The server hands over its own open connection. By hand:
``alembic -c migrations/alembic.ini -x url=sqlite:///data/arkham.db upgrade head``.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from alembic import context
from sqlalchemy.engine import Connection
from sqlalchemy.types import TypeDecorator

from arkham_bbs.store.engine import Limits, parse_url
from arkham_bbs.store.schema import metadata
from arkham_bbs.store.ways import open_way


def render(kind: str, item: Any, autogen: Any) -> str | Literal[False]:
    """Write a column type of ours as the plain one under it: migrations never change meaning."""
    if kind == "type" and isinstance(item, TypeDecorator):
        autogen.imports.add("import sqlalchemy as sa")
        plain = item.impl_instance if hasattr(item, "impl_instance") else item.impl
        return f"sa.{plain!r}"
    return False


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_item=render,
        # SQLite can roll back DDL: a migration that fails leaves the old schema whole.
        transactional_ddl=True,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_on_url(url: str) -> None:
    way = open_way(parse_url(url), Limits())

    async def work() -> None:
        async with way.connect() as connection:
            await connection.begin()
            await connection.run_sync(run)
            await connection.commit()

    try:
        await way.whole(work)
    finally:
        await way.close()


if context.is_offline_mode():
    context.configure(
        url=context.get_x_argument(as_dictionary=True)["url"],
        target_metadata=metadata,
        literal_binds=True,
    )
    with context.begin_transaction():
        context.run_migrations()
elif (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    asyncio.run(run_on_url(context.get_x_argument(as_dictionary=True)["url"]))
