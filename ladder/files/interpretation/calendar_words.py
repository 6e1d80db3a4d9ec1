"""The words of dates in the languages of many clubs: months, weekdays, and eras."""

from __future__ import annotations

from functools import lru_cache

from ladder.files.cell_values import remove_letter_accents

MONTH_NAMES = (  # of three letters or more any beginning is known
    "january januar janvier enero gennaio januari janeiro janner jaenner styczen stycznia январь января",
    "february februar fevrier febrero febbraio februari fevereiro luty lutego февраль февраля",
    "march marz maerz mars marzo maart mrt marco mrz marzec marca marcius март марта",
    "april avril abril aprile kwiecien kwietnia aprilis апрель апреля",
    "may mai mayo maggio mei maio maj maja majus май мая",
    "june juni juin junio giugno junho czerwiec czerwca junius июнь июня",
    "july juli juillet julio luglio julho lipiec lipca julius июль июля",
    "august aout agosto augustus augusti sierpien sierpnia augusztus август августа",
    "september septembre septiembre settembre setembro setiembre wrzesien wrzesnia szeptember сентябрь сентября",
    "october oktober octobre octubre ottobre outubro pazdziernik pazdziernika октябрь октября",
    "november novembre noviembre novembro listopad listopada ноябрь ноября",
    "december dezember decembre diciembre dicembre dezembro grudzien grudnia декабрь декабря",
)
WEEKDAY_NAMES = (  # of two letters or more any beginning is known
    "monday tuesday wednesday thursday friday saturday sunday weds thurs",
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miercoles jueves viernes sabado domingo",
    "lunedi martedi mercoledi giovedi venerdi sabato domenica",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "segunda terca quarta quinta sexta feira",
    "måndag mandag tisdag tirsdag onsdag torsdag fredag lördag lørdag söndag søndag",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс",
    "hetfo kedd szerda csutortok pentek szombat vasarnap",
)
WEEKDAY_SIGNS = frozenset("月火水木金土日월화수목금토일一二三四五六")
WEEKDAY_ENDINGS = ("曜日", "曜", "요일")
ERA_STARTS = {"令和": 2018, "平成": 1988}  # the year before the first one
SPELT_WEEKDAYS = frozenset(remove_letter_accents(word) for line in WEEKDAY_NAMES for word in line.split())
SPELT_MONTHS = tuple(tuple(map(remove_letter_accents, line.split())) for line in MONTH_NAMES)


@lru_cache(maxsize=1 << 10)
def find_month(word: str) -> str:
    """Return the number of a month by the first letters of its name; "" for other words and ambiguous ones."""
    plain = remove_letter_accents(word.casefold())
    found = [number for number, names in enumerate(SPELT_MONTHS, 1) if any(name.startswith(plain) for name in names)]
    return str(found[0]) if len(found) == 1 else ""


@lru_cache(maxsize=1 << 10)
def is_weekday(word: str) -> bool:
    """Return whether a word is the name of a weekday or, with two letters or more, its beginning."""
    sign = next((word.removesuffix(ending) for ending in WEEKDAY_ENDINGS if word.endswith(ending)), word)
    plain = remove_letter_accents(word.casefold())
    return sign in WEEKDAY_SIGNS or (len(plain) > 1 and any(name.startswith(plain) for name in SPELT_WEEKDAYS))
