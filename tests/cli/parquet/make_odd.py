"""Makes odd.parquet and odd-*.parquet: rows of the small study beside columns of every odd kind.

python make_odd.py, with pyarrow, reads the rows of small-study.mjs from standard input:
node -e 'import("../small-study.mjs").then((m) => console.log(JSON.stringify(m.rows(60))))'
"""

import datetime
import json
import sys
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq

rows = json.load(sys.stdin)
n = len(rows)
ages = [None if row[0] == "" else int(row[0]) for row in rows]
used = {
    "town": pa.array([row[2] for row in rows]),
    "age": pa.array(ages, pa.int32()),
    "member": pa.array([row[1] == "yes" for row in rows]),
    "paid": pa.array([row[3] for row in rows]),
}
odd = {
    "list": pa.array([[1, 2]] * n),
    "struct": pa.array([{"a": 1, "b": "x"}] * n),
    "map": pa.array([[("a", 1)]] * n, pa.map_(pa.string(), pa.int64())),
    "fixed": pa.array([bytes(16)] * n, pa.binary(16)),
    "uuid": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes(range(16))] * n, pa.binary(16))),
    "bytes": pa.array([b"\xff\xfe" if i % 2 else b"text" for i in range(n)], pa.binary()),
    "time": pa.array([datetime.time(1, 2, 3)] * n, pa.time64("us")),
    "time32": pa.array([datetime.time(1, 2, 3)] * n, pa.time32("ms")),
    "duration": pa.array([datetime.timedelta(days=3)] * n, pa.duration("us")),
    "far day": pa.array([2**31 - 1, -(2**31)] * (n // 2), pa.int32()).cast(pa.date32()),
    "far moment": pa.array([2**62, -(2**62)] * (n // 2), pa.int64()).cast(pa.timestamp("us")),
    "decimal": pa.array([Decimal("1234567890123456789012345678901234567890.5")] * n, pa.decimal256(50, 2)),
    "age.x": pa.array([b"\xff"] * n, pa.binary()),
}


def write(name, columns):
    pq.write_table(pa.table(columns), name, compression="zstd")


write("odd.parquet", {**odd, **used})
write("odd-time.parquet", {**used, "age": pa.array([None if a is None else a * 1000 for a in ages], pa.time32("ms"))})
write("odd-duration.parquet", {**used, "age": pa.array(ages, pa.int64()).cast(pa.duration("s"))})
write("odd-nested.parquet", {**used, "age": pa.array([[a] for a in ages])})
write("odd-fixed.parquet", {**used, "town": pa.array([b"0123"] * n, pa.binary(4))})
