# docker build -t club-ladder . ; the README says how to run it.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 DEMO=0
WORKDIR /site

COPY requirements.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.txt

COPY . ./
RUN python -m compileall -q config ladder players \
    && useradd --system --no-create-home site && mkdir -p var && chown site: var
USER site
RUN SECRET_KEY=unused python manage.py shell --no-imports -c "from config.serve import collect_static_files; collect_static_files()"

VOLUME /site/var
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["python", "-m", "config.probe"]
CMD ["python", "-m", "config.serve", "--host", "0.0.0.0"]
