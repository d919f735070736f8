"""The log: one line per event, for people or for machines, never broken by what a caller typed.

Room: ops. Imports structlog. Rotation is the platform's business; lines go to standard error.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRET = re.compile(r"passw|secret|token|cookie|private|one_time|code_given", re.IGNORECASE)
_PLAIN = re.compile(r"[\w.:/@+=,\-\[\]]{1,200}", re.ASCII)
_LONGEST = 2_000


def configure(level: str = "info", form: str = "console", stream: TextIO | None = None) -> Any:
    """Send every record, ours and the libraries', through one formatter to `stream`.

    Args:
        level: debug, info, warning or error.
        form: ``json`` (one object a line) or ``console``.
        stream: standard error unless given.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _hide_secrets,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer(sort_keys=False, default=repr)
        if form == "json"
        else render_console
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            renderer,
        ],
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # asyncssh reports each step of each handshake at "info"; a scan would drown the log.
    for noisy in ("asyncssh", "alembic", "uvicorn", "uvicorn.access", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    return log("server")


def log(room: str) -> Any:
    """Return a logger whose records carry the room they came from."""
    return structlog.get_logger(f"arkham.{room}").bind(room=room)


def set_level(level: str) -> None:
    """Change the least level that is written, while the server runs."""
    logging.getLogger().setLevel(level.upper())


def escape(value: object) -> str:
    """Return the value as text that is surely one line of printable ASCII.

    Plain words and numbers stay as they are; all else is quoted as `%r` does, so that a caller
    can neither forge a record nor reach the terminal of whoever reads the log.
    """
    if isinstance(value, bool | int | float) or value is None:
        return str(value)
    text = value if isinstance(value, str) else repr(value)
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "..."
    return text if _PLAIN.fullmatch(text) else ascii(text)


def render_console(_logger: WrappedLogger, _name: str, record: EventDict) -> str:
    """Write a record as ``time level event key=value ...``; a traceback follows, indented."""
    trace = record.pop("exception", None)
    stack = record.pop("stack", None)
    head = [
        str(record.pop("timestamp", "")),
        str(record.pop("level", "info")).upper().ljust(7),
        escape(record.pop("event", "")),
    ]
    line = " ".join(head + [f"{key}={escape(value)}" for key, value in record.items()])
    for block in (stack, trace):
        if block:
            # A traceback quotes exception text, and that may quote a caller.
            line += "".join(f"\n    {_printable(part)}" for part in str(block).splitlines())
    return line


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def _hide_secrets(_logger: WrappedLogger, _name: str, record: EventDict) -> EventDict:
    for key in record:
        if key != "event" and _SECRET.search(key):
            record[key] = "(hidden)"
    return record
