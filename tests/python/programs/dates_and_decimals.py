# ruff: noqa: SIM300, RUF032
"""Uses of datetime and decimal, each of which gives what CPython gives."""

from __future__ import annotations

import decimal
import math
from datetime import date, datetime, time, timedelta
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, getcontext, localcontext
from fractions import Fraction
from typing import Any

HOLIDAYS = {date(2024, 1, 1), date(2024, 12, 25)}
NAMES = {date(2024, 1, 1): "new year", date(2024, 12, 25): "christmas"}
START = date(2024, 1, 1)
RATE = Decimal("0.0825")
ROUNDINGS = [value for name, value in vars(decimal).items() if name.startswith("ROUND_")]
NUMBERS = [
    *("0", "1", "-1", "0.1", "19.99", "-2.50", "1E+3", "123456789.123456789", "1e-10", "99999999999999999999999999999"),
    *("0.00", "-0", "7", "3.14159265358979323846264338327950288", "1000000", "5E-7", "2.675", "1.005", "-7.5"),
]
FORMATS = ("", ".2f", ",.2f", "10.3f", "+.1f", "e", ".3e", "g", ".4g", "%", ".1%", "<12", "012.2f", ",", "*^20", "G")


def outcome(call: Any) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


def days() -> list[Any]:
    found: list[Any] = []
    day = date(1999, 12, 1)
    while day < date(2000, 3, 5):
        found.append(
            (day, day.toordinal(), day.isoweekday(), tuple(day.isocalendar()), f"{day:%a %d %B %y %j %U %W %V}")
        )
        day += timedelta(days=3)
    found.append([date.fromordinal(each).isoformat() for each in range(1, 3652059, 99991)])
    return [*found, date.max, date.min.toordinal(), START in HOLIDAYS, NAMES[date(2024, 12, 25)], sorted(HOLIDAYS)]


def moments() -> list[Any]:
    start = datetime(2024, 1, 31, 22, 30)
    later = start + timedelta(hours=3, minutes=45)
    return [
        *(
            later,
            str(later),
            repr(later),
            later.isoformat(),
            (later - start).total_seconds(),
            later.date(),
            later.time(),
        ),
        *(later.strftime("%d %b %Y %H:%M %I %p %c %x %X %F %T %% %e %w %u %G %f"), later.ctime(), later.weekday()),
        *(later.replace(day=3, hour=1), datetime.combine(START, time(9, 30)), start < later, isinstance(later, date)),
        *(datetime.strptime("Mar 5, 2021 03:04 PM", "%b %d, %Y %I:%M %p"), datetime.strptime("5/6/21", "%d/%m/%y")),
        *(datetime.strptime("Monday 7 June 2021", "%A %d %B %Y"), datetime.strptime("10:11:12.5", "%H:%M:%S.%f")),
        *(datetime.fromisoformat("2024-01-02T03:04:05.678"), datetime.fromisoformat("2024-01-02"), start == later),
        *(START.timetuple().tm_yday, later.timetuple().tm_hour, START.replace(year=2020), repr(START), START.ctime()),
    ]


def times() -> list[Any]:
    at = time(9, 30)
    return [
        *(at, str(at), repr(at), at < time(10), at.replace(hour=4), f"{at:%I:%M %p}", at.isoformat("minutes")),
        *(time(1, 2, 3, 4), repr(time(1, 2, 3)), time.fromisoformat("04:23:01"), at == time(9, 30), at != at, at >= at),
        *(time(1, 2, 3, 4000).isoformat("milliseconds"), time(7).isoformat("hours"), {at: 1}[time(9, 30)], f"{at}"),
    ]


def durations() -> list[Any]:
    one = timedelta(hours=25, seconds=61)
    return [
        *(one, str(one), repr(-one), str(-one), one.days, one.seconds, one // timedelta(hours=1), one * 2 > one, -one),
        *(one / 2, one / timedelta(minutes=1), one * 1.5, timedelta(1.5), timedelta(seconds=0.1), one / 0.3, one // 7),
        *(timedelta(milliseconds=2.5), abs(-one), divmod(one, timedelta(hours=2)), sum([one, one], timedelta())),
        *(one % timedelta(hours=1), timedelta(microseconds=0.5), timedelta(days=1 / 3, hours=0.7), bool(timedelta())),
        *(
            timedelta(microseconds=1.5),
            timedelta(weeks=2, microseconds=7),
            3 * one,
            +one == one,
            one <= one,
            one >= -one,
        ),
        len({one, timedelta(days=1, hours=1, seconds=61)}),
    ]


def wrong_dates() -> list[Any]:
    calls: list[Any] = [
        *(
            lambda: date(2023, 2, 29),
            lambda: date(2023, 13, 1),
            lambda: date(0, 1, 1),
            lambda: datetime(2020, 1, 1, 24),
        ),
        *(
            lambda: date.fromisoformat("hello"),
            lambda: datetime.strptime("x", "%Y"),
            lambda: START == datetime(2024, 1, 1),
        ),
        *(lambda: datetime.strptime("2020-01-01x", "%Y-%m-%d"), lambda: date.max + timedelta(1), lambda: START + 1),
        *(
            lambda: START < datetime(2020, 1, 1),
            lambda: datetime.strptime("2021-02-30", "%Y-%m-%d"),
            lambda: time(0, 60),
        ),
        *(lambda: timedelta(10**9), lambda: datetime.fromisoformat("soon"), lambda: date("a", 1, 1)),
        *(lambda: timedelta("a"), lambda: time(0, 0, 61), lambda: time(0, 0, 0, -1), lambda: START < 3),
    ]
    return [outcome(each) for each in calls]


def unary(numbers: list[str]) -> list[Any]:
    found: list[Any] = []
    for each in numbers:
        x = Decimal(each)
        found += [
            x,
            str(x),
            -x,
            abs(x),
            +x,
            int(x),
            float(x),
            bool(x),
            hash(x),
            x.adjusted(),
            x.as_tuple(),
            x.normalize(),
        ]
        found += [
            x.to_integral_value(),
            round(x),
            math.floor(x),
            math.ceil(x),
            outcome(lambda x=x: round(x, 1)),
            x.is_zero(),
            x.is_signed(),
        ]
        found += [x.as_integer_ratio(), x.copy_abs(), x.copy_negate(), outcome(lambda x=x: x.sqrt()), x.scaleb(2)]
    return found


def binary(numbers: list[str]) -> list[Any]:
    found: list[Any] = []
    for one in map(Decimal, numbers):
        for two in map(Decimal, numbers):
            found += [
                one + two,
                one - two,
                one * two,
                one < two,
                one == two,
                one >= two,
                one.max(two),
                one.compare(two),
            ]
            found += [outcome(lambda x=one, y=two: x / y), outcome(lambda x=one, y=two: divmod(x, y))]
            found += [outcome(lambda x=one, y=two: x // y), outcome(lambda x=one, y=two: x % y)]
    return found


def quantized(numbers: list[str], units: list[str]) -> list[Any]:
    return [
        outcome(lambda x=each, u=unit, r=rounding: Decimal(x).quantize(Decimal(u), rounding=r))
        for each in numbers
        for unit in units
        for rounding in ROUNDINGS
    ]


def formatted(numbers: list[str]) -> list[str]:
    return [f"{Decimal(each):{spec}}" for each in numbers for spec in FORMATS]


def contexts() -> list[Any]:
    getcontext().prec = 6
    short = Decimal(1) / 3
    getcontext().prec, getcontext().rounding = 50, ROUND_DOWN
    long = Decimal(2).sqrt(), Decimal(2) / 3
    with localcontext() as context:
        context.prec = 5
        inner = Decimal(22) / 7
    with localcontext(prec=3):
        return [short, long, inner, Decimal(22) / 7, getcontext().prec]


def bill() -> list[Any]:
    total = sum((Decimal(price) * count for price, count in [("19.99", 3), ("5.01", 2)]), Decimal("0"))
    tax = (total * RATE).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    one = Decimal("1.1")
    return [
        *(
            total,
            tax,
            f"{total + tax:.2f}",
            total > 60,
            {"tax": tax},
            sum([one, one]),
            max(one, 4),
            sorted([one, 3, 0]),
        ),
        *([one**power for power in range(-3, 12)], Decimal(2) ** 100, 2 ** Decimal(3), Decimal("0.5") == 0.5, 1 - one),
        *(
            Decimal(0.1),
            Decimal("1_000.5"),
            Decimal((0, (1, 2), -1)),
            {Decimal("1.0"): 1}[1],
            one < 1.2,
            7 / Decimal(2),
        ),  # type: ignore[index]
        *(
            Fraction(1, 2) == Decimal("0.5"),
            Decimal.from_float(0.5),
            Decimal("7") % 4,
            9 // Decimal(2),
            one > Fraction(1),
        ),
    ]


def wrong_decimals() -> list[Any]:
    calls: list[Any] = [
        *(
            lambda: Decimal("abc"),
            lambda: Decimal(1) / 0,
            lambda: Decimal(0) / 0,
            lambda: Decimal(1) % 0,
            lambda: Decimal(""),
        ),
        *(lambda: Decimal(1) + 1.5, lambda: Decimal("1e30").quantize(Decimal("0.01")), lambda: Decimal([1])),  # type: ignore[operator, arg-type]
        *(lambda: Decimal(1) < "a", lambda: Decimal("1.2.3"), lambda: Decimal("1e"), lambda: Decimal(None)),  # type: ignore[operator, arg-type]
        *(lambda: Decimal(0) ** 0, lambda: f"{RATE:d}", lambda: Decimal("1e40") // 3),
    ]
    return [outcome(each) for each in calls]


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    *((days, ()), (moments, ()), (times, ()), (durations, ()), (wrong_dates, ()), (wrong_decimals, ())),
    *(
        (unary, (NUMBERS,)),
        (binary, (NUMBERS,)),
        (quantized, (NUMBERS, ["1", "0.01", "1E+2"])),
        (formatted, (NUMBERS,)),
    ),
    *((contexts, ()), (bill, ())),
]
SLOW = {binary, quantized, formatted, wrong_dates, wrong_decimals, times}
