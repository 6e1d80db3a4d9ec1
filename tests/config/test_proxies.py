"""The files in docs/servers, read by the programs they are for; the proxies really stand in front of a server."""

import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from contextlib import closing, contextmanager
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

FILES = Path(__file__).resolve().parents[2] / "docs" / "servers"
HOST, SITE = "ladder.example.org", "127.0.0.1:8000"
LARGE = 30_000_000  # bytes; a proxy takes 1 MB where nothing else is said
MADE_UP = "203.0.113.9"  # an address that the browser tells about itself


def needs(program):
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


@pytest.fixture
def site():
    """A server in the place of the site, which answers with the headers that it got."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            body = "\n".join(f"{name.lower()}: {value}" for name, value in self.headers.items()).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def running(command, port):
    """Run a proxy; wait until it listens, and end it in the end."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        while True:
            assert process.poll() is None, process.stdout.read().decode()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.communicate()


def send_form(port, body):
    """Send a form through the proxy, by HTTPS, and return the headers that the site got."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", port)) as plain,
        trusting.wrap_socket(plain, server_hostname=HOST) as secured,
        closing(HTTPSConnection(HOST)) as connection,
    ):
        connection.sock = secured
        connection.request("POST", "/", body, {"X-Forwarded-For": MADE_UP, "X-Forwarded-Proto": "http"})
        with connection.getresponse() as answer:
            assert answer.status == 200
            return dict(line.split(": ", 1) for line in answer.read().decode().splitlines())


def check_forwarding(port):
    told = send_form(port, b"1" * LARGE)
    assert (told["host"], told["x-forwarded-proto"]) == (HOST, "https")
    assert told["x-forwarded-for"].split(", ")[-1] == "127.0.0.1", "the site takes the last address"


def make_certificate(folder):
    """Make a key and its certificate, in the files of this folder that certbot would make."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    subprocess.run(
        [*make, "-subj", f"/CN={HOST}", "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    return key, certificate


@needs("nginx")
def test_nginx_tells_the_site_what_it_needs(site, unused_port, tmp_path):
    make_certificate(tmp_path)
    text = (FILES / "nginx.conf").read_text().replace(f"/etc/letsencrypt/live/{HOST}", str(tmp_path))
    text = text.replace("listen 80;", f"listen {unused_port + 1};").replace("listen 443", f"listen {unused_port}")
    text = "\n".join(line for line in text.replace(SITE, site).splitlines() if "[::]" not in line)
    places = "".join(f"{name}_temp_path {tmp_path};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    account = "" if os.geteuid() else "user root;"
    whole = f"{account} daemon off; pid {tmp_path}/pid; events {{}} http {{ access_log off; {places}\n{text}\n}}"
    (tmp_path / "nginx.conf").write_text(whole)
    with running(["nginx", "-e", "stderr", "-c", tmp_path / "nginx.conf"], unused_port):
        check_forwarding(unused_port)


@needs("haproxy")
def test_haproxy_tells_the_site_what_it_needs(site, unused_port, tmp_path):
    """No machine says that it is ready here, so each is asked anyway."""
    both = tmp_path / f"{HOST}.pem"
    both.write_text("".join(path.read_text() for path in make_certificate(tmp_path)))
    text = (FILES / "haproxy.cfg").read_text().replace(f"/etc/haproxy/{HOST}.pem", str(both))
    text = text.replace("    bind :80\n", "").replace("bind :443", f"bind 127.0.0.1:{unused_port}")
    for machine in ("10.0.0.11:8000", "10.0.0.12:8000"):
        text = text.replace(machine, site)
    (tmp_path / "haproxy.cfg").write_text(text)
    with running(["haproxy", "-db", "-f", tmp_path / "haproxy.cfg"], unused_port):
        check_forwarding(unused_port)


@needs("caddy")
def test_caddy_tells_the_site_what_it_needs(site, unused_port, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    text = (FILES / "Caddyfile").read_text().replace(SITE, site)
    options = ("admin off", "skip_install_trust", "local_certs", "auto_https disable_redirects")
    ours = "\n".join(("{", *options, f"https_port {unused_port}", "}", ""))
    (tmp_path / "Caddyfile").write_text(ours + text)
    with running(["caddy", "run", "--config", tmp_path / "Caddyfile"], unused_port):
        check_forwarding(unused_port)


@needs("systemd-analyze")
@pytest.mark.parametrize("name", ["club-ladder.service", "club-ladder-worker.service"])
def test_systemd_understands_the_services(tmp_path, name):
    unit = tmp_path / name
    unit.write_text((FILES / name).read_text().replace("/srv/ladder/.venv/bin/python", shutil.which("env")))
    read = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (read.returncode, read.stderr) == (0, "")


@needs("systemd-analyze")
@pytest.mark.parametrize("name", ["club-ladder.service", "club-ladder-worker.service"])
def test_the_services_are_shut_off_from_the_rest_of_the_machine(name):
    told = ["systemd-analyze", "security", "--offline=true", "--threshold=20", FILES / name]
    read = subprocess.run(told, capture_output=True, text=True)
    assert read.returncode == 0, read.stdout
