# Scorekeeper as an image: `docker build -t scorekeeper .`, then
# `docker run -p 8000:8000 -v games:/data scorekeeper`. The settings are in docs/configuration.md.

FROM python:3.13-slim AS build
COPY requirements.lock /tmp/
RUN python -m venv /opt/scorekeeper \
 && /opt/scorekeeper/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r /tmp/requirements.lock
COPY scorekeeper /opt/scorekeeper/src/scorekeeper
RUN /opt/scorekeeper/bin/python -m compileall -q /opt/scorekeeper/src

FROM python:3.13-slim
COPY --from=build /opt/scorekeeper /opt/scorekeeper
RUN useradd --uid 10001 --no-create-home scorekeeper \
 && install --directory --owner scorekeeper --mode 750 /data
ENV PATH=/opt/scorekeeper/bin:$PATH \
    PYTHONPATH=/opt/scorekeeper/src \
    SCOREKEEPER_BIND=0.0.0.0:8000 \
    SCOREKEEPER_DATABASE=/data/scorekeeper.sqlite3
USER scorekeeper
WORKDIR /opt/scorekeeper
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["python", "-c", "import http.client; c = http.client.HTTPConnection('127.0.0.1', 8000, timeout=4); c.request('GET', '/readyz'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["python", "-m", "scorekeeper"]
CMD ["serve"]
