# docker build -t club-ladder . ; docs/running.md says how to run it.
# tests/container.py runs the same steps in a bare Debian root, where there is no engine.
# The fonts and fribidi are for names in Arabic, Chinese and other scripts on pictures to share.
FROM debian:13-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f

RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv ca-certificates \
        fonts-dejavu-core fonts-droid-fallback libfribidi0 \
    && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /opt/python \
    && useradd --system --no-create-home site

ENV PATH=/opt/python/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PYTHONUNBUFFERED=1 DEMO=0
WORKDIR /site

COPY requirements.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.txt

COPY . ./
RUN python -m compileall -q config ladder players && mkdir -p var && chown site: var
USER site
RUN SECRET_KEY=unused python manage.py shell --no-imports -c "from config.serve import collect_static_files; collect_static_files()"

ARG SITE_COMMIT=""
ENV SITE_COMMIT=$SITE_COMMIT
VOLUME /site/var
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["python", "-m", "config.probe"]
CMD ["python", "-m", "config.serve", "--host", "0.0.0.0"]
