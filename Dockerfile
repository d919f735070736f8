# Two stages: the first builds a wheel, the second holds Python, the wheel and nothing else.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE package.json package-lock.json ./
COPY scripts ./scripts
COPY arkham_bbs ./arkham_bbs
COPY migrations ./migrations
COPY config ./config
# xterm.js for the web door comes with a Node that pip fetches, in an environment left behind here.
RUN python -m venv /opt/arkham \
    && python -m venv /opt/node \
    && scripts/fetch-web-assets /opt/node/bin/python \
    && /opt/arkham/bin/pip install --no-cache-dir .

FROM python:3.13-slim
# A user of its own, with no shell and no home; the data directory is all it may write to.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin arkham \
    && install -d -o arkham -g arkham -m 0700 /data
COPY --from=build /opt/arkham /opt/arkham
ENV PATH=/opt/arkham/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    ARKHAM_DATA_DIR=/data \
    ARKHAM_HOST=0.0.0.0 \
    ARKHAM_LOG_FORMAT=json
USER arkham
WORKDIR /data
VOLUME /data
EXPOSE 2233 2323 4200
# The ops port listens on the container's own loopback, which is where this check runs.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:4299/healthz', timeout=4)"]
# Exec form: SIGTERM reaches the server itself, which tells the callers and exits with 0.
STOPSIGNAL SIGTERM
ENTRYPOINT ["arkham-bbs"]
CMD ["serve"]
