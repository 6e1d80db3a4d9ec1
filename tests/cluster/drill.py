"""What is done to the parts, and what has to hold then."""

import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import redis
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connections
from django.test import Client

from config.many_machines import check_pooled_database, wait_for_other_starts
from ladder.models import Match
from players.models import NoticeSettings
from tests.cluster.servers import STANDBY, Cluster, wait_until
from tests.cluster.traffic import AWAY, BOARD, Browser, Ledger, Organiser, start_readers
from tests.factories import make_ladder, make_member, play, season_of
from tests.simulator.browser import find_page_form
from tests.simulator.rounds import find_problems
from tests.smtp import Sink

PLAYERS = ["Ana", "Ben", "Chidi", "Dana", "Emeka", "Freya", "Goran", "Hana", "Ivo", "Jun", "Kofi", "Lena"]
SIGN_IN = "/accounts/login/"
MANY = 2_500  # matches in a file that is left to the worker
TAKEN = "SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE status = 'RUNNING'"
TRIES = 6  # wrong passwords for one account from one network, of which the last is not even looked at


class Drill:
    """The course of one run."""

    def __init__(self, cluster: Cluster, mail: Sink) -> None:
        self.cluster, self.mail, self.seen = cluster, mail, Ledger()
        self.ended = threading.Event()

    def run(self, seconds: float) -> int:
        """Let each part fail in turn, and again for so many seconds; return 0 if all was well."""
        copied = self.cluster.copy_primary()
        sessions = self.fill()
        for name in self.cluster.ports:
            self.cluster.start_machine(name)
        self.cluster.start_worker()
        copied.wait()
        self.cluster.follow_primary()
        browser = Browser(self.cluster, sessions[0])
        wait_until(lambda: {browser.open("/healthz").machine for _ in "1234"} == {*self.cluster.ports}, "both answer")
        self.organiser = Organiser(self.cluster, self.seen, browser, PLAYERS)
        self.organiser.note_acknowledged()
        readers = start_readers(self.cluster, self.seen, ["", "", *sessions], self.ended)
        until = time.monotonic() + seconds
        try:
            self.tell("all parts are there", self.work_on_each)
            while True:
                self.lose_parts()
                if seconds:
                    self.tell("the worker is killed in a large import", self.lose_worker_in_import)
                if time.monotonic() >= until:
                    break
            self.tell("the primary is lost, and the standby promoted", self.lose_primary)
            wait_until(self.is_mail_sent, "all mail is sent")
        finally:
            self.ended.set()
        for reader in readers:
            reader.join(60)
        return self.conclude()

    def fill(self) -> list[str]:
        """Make the tables and a ladder, through PgBouncer; return the sessions of an organiser and of a member."""
        check_pooled_database()
        with wait_for_other_starts():
            call_command("migrate", run_syncdb=True, verbosity=0)
            call_command("createcachetable", verbosity=0)
        season = season_of(make_ladder("points-exchange"))
        organiser = User.objects.create_user("organiser", is_staff=True)
        members = [make_member(name).user for name in PLAYERS]
        for one in members:
            EmailAddress.objects.create(user=one, email=f"{one.username}@club.example", verified=True, primary=True)
            NoticeSettings.objects.create(user=one, result=True)
        for name in PLAYERS[1:]:
            play(season, PLAYERS[0], name)
        sessions = []
        for user in (organiser, members[0]):
            client = Client()
            client.force_login(user)
            sessions.append(str(client.session.session_key))
        connections.close_all()
        return sessions

    def tell(self, what: str, work: Callable[[], None]) -> None:
        """Do something, and print a line on it."""
        began, made, reads = time.monotonic(), self.organiser.acknowledged, self.seen.reads["read"]
        work()
        made, reads = self.organiser.acknowledged - made, self.seen.reads["read"] - reads
        print(f"  {what}: {made} acknowledged, {reads} read, {time.monotonic() - began:.1f} s", flush=True)

    def work_on_each(self) -> None:
        """Report, correct and import through each web machine."""
        for name in self.cluster.ports:
            self.organiser.browser.cookies["machine"] = name
            while not all(self.organiser.machines[f"{what} {name}"] for what in ("report", "correction", "import")):
                self.work()
        del self.organiser.browser.cookies["machine"]

    def work(self) -> None:
        """Report, correct and import."""
        self.organiser.report()
        self.organiser.correct(self.first)
        self.organiser.import_matches(3)
        self.organiser.report()

    @property
    def first(self) -> int:
        return int(self.cluster.ask("SELECT min(id) FROM ladder_match"))

    def lose_parts(self) -> None:
        """Let each part but the primary fail while somebody reports, and go on without it."""
        self.tell("one web machine is killed", self.lose_machine)
        self.tell("the standby is killed", self.lose_standby)
        self.tell("Redis is killed", self.lose_redis)
        self.tell("the worker is killed", self.lose_worker)
        self.tell("PgBouncer is killed", self.lose_pooler)

    def lose_in_a_report(self, *names: str) -> None:
        """Kill parts while a match is reported."""
        with ThreadPoolExecutor(1) as reporter:
            reported = reporter.submit(self.organiser.report)
            for name in names:
                self.cluster.kill(name)
            if f"postgres-{STANDBY}" in names:
                self.cluster.set_waiting(False)  # else the report would wait for the standby to come back
            if "pgbouncer" in names:
                self.expect_trouble()
                self.cluster.start_pooler()
            reported.result()

    def lose_machine(self) -> None:
        self.lose_in_a_report("one")
        self.work()
        self.cluster.start_machine("one")
        browser = Browser(self.cluster)
        wait_until(lambda: browser.open("/healthz").machine == "one", "the machine is back")

    def lose_standby(self) -> None:
        self.lose_in_a_report(f"postgres-{STANDBY}")
        self.work()
        self.cluster.follow_primary()

    def lose_redis(self) -> None:
        kept = redis.Redis(unix_socket_path=str(self.cluster.folder / "redis"))
        statuses = self.guess_passwords("somebody", TRIES)
        self.expect(statuses[-1] == 429, f"{TRIES} wrong passwords were answered {statuses}")
        self.expect(bool(kept.dbsize()), "Redis counts nothing")
        self.lose_in_a_report("redis")
        statuses = self.guess_passwords("somebody else", 2 * TRIES)
        self.expect(statuses[-1] == 429, f"without Redis {2 * TRIES} wrong passwords were answered {statuses}")
        self.cluster.start_redis()

    def lose_worker(self) -> None:
        self.lose_in_a_report("worker")
        self.organiser.report()
        self.cluster.start_worker()
        wait_until(self.is_mail_sent, "all mail is sent")

    def is_mail_sent(self) -> bool:
        return self.count_with_worker("SELECT count(*) FROM players_notice WHERE mail_due") == 0

    def count_with_worker(self, question: str) -> int:
        """Return what the primary counts, after making sure that there is a worker."""
        self.cluster.keep_worker()
        return int(self.cluster.ask(question))

    def lose_worker_in_import(self) -> None:
        """A task whose worker is killed has changed nothing, and is done again within two minutes."""
        count = "SELECT count(*) FROM ladder_match"
        before = self.cluster.ask(count)
        self.organiser.import_matches(MANY)
        wait_until(lambda: self.count_with_worker(TAKEN) or self.cluster.ask(count) > before, "the worker has begun")
        self.cluster.kill("worker")
        self.expect(self.cluster.ask(count) in (before, before + MANY), "half of an import is stored")
        self.cluster.start_worker()
        wait_until(lambda: self.count_with_worker(count) == before + MANY, "the import is done again")
        self.organiser.note_acknowledged()

    def lose_pooler(self) -> None:
        self.lose_in_a_report("pgbouncer")
        self.work()

    def expect_trouble(self) -> None:
        answer = Browser(self.cluster).open(f"{BOARD}/")
        told = answer.status == 503 and re.search("The database (does|did) not answer", answer.text) is not None
        self.expect(told, f"without PgBouncer a page was answered {answer.status}")

    def lose_primary(self) -> None:
        self.cluster.promote()
        self.work()

    def guess_passwords(self, name: str, count: int) -> list[int]:
        """Try wrong passwords for an account; return the statuses of the answers."""
        browser, statuses = Browser(self.cluster), []
        while len(statuses) < count:
            form = find_page_form(browser.open(SIGN_IN).text, "login")
            values = (form.values if form else {}) | {"login": name, "password": f"guess {len(statuses)}"}
            status = browser.open(SIGN_IN, values).status
            statuses += [status] if status not in AWAY else []
        return statuses

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.seen.faults.append(f"{otherwise}.")

    def conclude(self) -> int:
        """Look at everything once more; return 0 if all is well."""
        done, faults = self.organiser, self.seen.faults
        expected = len(PLAYERS) - 1 + done.reported + done.imported
        self.expect(
            Match.objects.count() == expected,
            f"{expected} matches were acknowledged, {Match.objects.count()} are there",
        )
        winners = {pk: Match.objects.get(pk=pk).participants.get(score=1).seat for pk in done.winners}
        self.expect(
            all(winners[pk] == (winner == "second") for pk, winner in done.winners.items()), "a correction is lost"
        )
        mails = 2 * done.reported
        self.expect(len(self.mail.taken) >= mails, f"{len(self.mail.taken)} of {mails} mails were sent")
        faults += find_problems()
        print(f"  stored: {done.reported} reports, {done.corrected} corrections, {done.imported} imported matches")
        print(f"  read: {self.seen.reads['read']} pages")
        print(f"  in vain while a part was away: {self.seen.reads['away']} pages; {len(self.mail.taken)} mails")
        for fault in faults[:20]:
            print(f"  *** {fault}")
        return 1 if faults else 0
