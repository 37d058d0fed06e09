"""What a published model revealed about one person.

A privacy report is published with a model that was trained under differential privacy. From it
anybody computes, with their own record alone, a bound on their own ex-post per-instance privacy
loss (Redberg & Wang, NeurIPS 2021).

>>> report = expost.load_report("report.json")
>>> report.bound({"age": 37, "card": "adult", "late": "no"}).total.upper

Everything is computed on this computer, by the library that the browser's page and the command line
use.
"""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _version

from . import signing
from .budget import Budget
from .errors import (
    ArgumentError,
    DataError,
    ExpostError,
    InternalError,
    LedgerError,
    NumericsError,
    PrivacyLeakWarning,
    RecordError,
    ReportError,
    StudyError,
)
from .ledger import Ledger, LedgerEntry, LedgerTotal, LedgerWarning, Promise, load_ledger
from .planning import gaussian_sigma, goe_quantile, plan, profile
from .publication import Audit, Publication, attach, audit, publish
from .report import (
    Bound,
    Guarantee,
    Interval,
    PersonPromise,
    Report,
    SeriesBound,
    Total,
    belief,
    bound_series,
    load_report,
)
from .study import Study

try:
    __version__ = _version("expost")
except PackageNotFoundError:  # not installed: run from a build of the project
    __version__ = "0"

__all__ = [
    "ArgumentError",
    "Audit",
    "Bound",
    "Budget",
    "DataError",
    "ExpostError",
    "Guarantee",
    "InternalError",
    "Interval",
    "Ledger",
    "LedgerEntry",
    "LedgerError",
    "LedgerTotal",
    "LedgerWarning",
    "NumericsError",
    "PersonPromise",
    "PrivacyLeakWarning",
    "Promise",
    "Publication",
    "RecordError",
    "Report",
    "ReportError",
    "SeriesBound",
    "Study",
    "StudyError",
    "Total",
    "attach",
    "audit",
    "belief",
    "bound_series",
    "gaussian_sigma",
    "goe_quantile",
    "load_ledger",
    "load_report",
    "plan",
    "profile",
    "publish",
    "signing",
]
