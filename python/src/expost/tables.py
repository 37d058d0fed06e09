"""Data as the library takes them: columns, in batches, whatever holds them."""

from __future__ import annotations

import glob
import re
import uuid
import zlib
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from . import _core
from ._engine import pointer_to, value_of
from ._warn import warn_caller
from .errors import ArgumentError, DataError, ExpostError

Refusal = TypeVar("Refusal", bound=ExpostError)


@runtime_checkable
class ArrowStream(Protocol):
    """Anything with the Arrow PyCapsule interface: pandas, polars, pyarrow, DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return a capsule with a stream of batches."""


#: Data that a function of this package takes: an object with the Arrow PyCapsule interface, a
#: mapping from names to sequences, the path of a CSV or Parquet file, a pattern of paths
#: (``"data/*.parquet"``), several paths, or an open file, of texts or of bytes.
Data: TypeAlias = "ArrowStream | Mapping[str, Any] | str | Path | Iterable[str | Path] | IO[str] | IO[bytes]"

#: Rows that are read at once.
BATCH = 1 << 16

_EXACT = 2**53
#: Extension types whose storage says what the values are, and what to read it as, where not as it
#: is. Others may store anything: a month of pandas is the number of months since 1970.
_EXTENSIONS = {"arrow.bool8": pa.bool_(), "arrow.json": None}
_UUID = "arrow.uuid"
#: In the message of an ambiguous number: one comma, and no point.
_COMMA = re.compile(r' is "[^".,]*,[^".,]*", which is ambiguous')
_PERIOD = b"pandas.period"
#: In the place of each value of a column that can't be read, in the fingerprint of a table, as on
#: the command line (intake/parquet-table.js).
UNREAD = "(unread)"


class Batches(Protocol):
    """The batches of a table, once."""

    def __call__(
        self, columns: Collection[int] | None = None, *, marked: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Read the columns at these places of the header; None: all.

        The others are null, or with `marked` what they hold, and UNREAD where they can't be read.
        """


@dataclass
class Table:
    """A table under way: its batches are there once."""

    #: The columns' names as they are: the library trims them.
    header: list[str]
    batches: Batches
    #: How many rows there are, where that is known.
    rows: int | None
    #: Its name in messages, or "".
    name: str
    #: The names of the columns' kinds, None where only the values tell.
    kinds: list[str | None]
    #: About how many rows there are, where that can be told.
    expected: int | None = None
    #: The line of a file on which a row starts, counted from 1 like the row.
    line_of: Callable[[int], int | None] | None = None
    #: The words where there are no rows.
    without_rows: str = "has no rows"
    #: Numbers in texts have a decimal comma.
    decimal_comma: bool = False
    #: The places of columns whose points may stand for thousands, once the batches were read.
    thousands: Callable[[], Collection[int]] = tuple

    @contextmanager
    def reading(
        self,
        columns: Collection[int] | None = None,
        *,
        marked: bool = False,
        numbers: Collection[int] = (),
    ) -> Iterator[Iterator[pa.RecordBatch]]:
        """Give the batches (see `Batches`), and end the reading however it ends.

        Of the columns `numbers`, those whose points may stand for thousands are warned of then.
        """
        batches = self.batches(columns, marked=marked)
        try:
            yield batches
        finally:
            # An error keeps what it went through, and a database has one reader at a time.
            if isinstance(batches, Generator):
                batches.close()
        doubtful = [self.header[place] for place in sorted(self.thousands()) if place in numbers]
        if doubtful:
            warn_caller(_thousands_text(self.name, doubtful), UserWarning)

    def no_rows(self) -> DataError:
        """Return what is said of a table without rows."""
        return DataError(
            f"{self.name}: {self.without_rows}" if self.name else "The table has no rows", code="empty"
        )

    def placed(self, error: Refusal) -> Refusal:
        """Return the error with the table's name and the line of its row, and with advice."""
        message = str(error)
        # One comma and no point: what the option reads, and rows read with it have another message.
        if error.code == "ambiguous-number" and _COMMA.search(message) and "decimal point" in message:
            message += "; decimal_comma=True reads a comma as the decimal mark"
        place = self.name
        row = re.match(r"/(\d+)(?:/|$)", error.pointer)
        line = self.line_of(int(row[1])) if row is not None and self.line_of is not None else None
        if not place:
            return type(error)(message, code=error.code, pointer=error.pointer)
        place = place if line is None else f"{place}, line {line}"
        return type(error)(f"{place}: {message}", code=error.code, pointer=error.pointer)


def _thousands_text(name: str, columns: list[str]) -> str:
    """Say that points of these columns were read as decimal marks (cli/input/table.js)."""
    quoted = ", ".join(f'"{column}"' for column in columns)
    of = f"the column {quoted}" if len(columns) == 1 else f"each of the columns {quoted}"
    return (
        f"{name}: all numbers with a point in {of} have three digits after it, as thousands have, "
        "but 1.045 was read as a little more than 1: if they are thousands, write them without points, "
        "as 1045"
    )


def open_table(data: Data | Held, *, decimal_comma: bool = False) -> Table:
    """Open data for reading.

    Parameters
    ----------
    data
        See `Data`. CSV is read by the library, as everywhere (docs/publishing.md, "Tables"); a
        blank and "?" mean the same in all of them.
    decimal_comma
        Numbers in texts have a decimal comma, and no comma separates the columns of a CSV.

    Raises
    ------
    DataError
        For a file that is no table, for a column alone, and for columns of values that are neither
        numbers, texts nor booleans.
    ArgumentError
        For anything else that is no data.
    """
    table = _opened(data, decimal_comma)
    table.decimal_comma = decimal_comma
    return table


def _opened(data: Any, decimal_comma: bool) -> Table:
    if isinstance(data, (str, Path)):
        return _files(_matching(data), _shown(data), decimal_comma)
    if isinstance(data, Held):
        return _held(data, decimal_comma)
    if _is_file(data):
        return _held(Held.of(data), decimal_comma)
    if isinstance(data, Mapping):
        return _columns_apart(_of_mapping(data))
    if isinstance(data, pa.RecordBatch):
        return _stream(pa.Table.from_batches([data]))
    if _is_frame_of(data, "pandas"):
        return _columns_apart(_of_pandas(data))
    if _is_frame_of(data, "polars"):
        return _columns_apart(_of_polars(data))
    if _is_duckdb(data):
        return _relation(data)
    if hasattr(data, "__arrow_c_stream__"):
        return _stream(data)
    if paths := _paths(data):
        name = _shown(paths[0]) + (" and others" if len(paths) > 1 else "")
        return _files(paths, name, decimal_comma)
    raise ArgumentError(
        "The data must be a data frame, a mapping from column names to values, an open file or the path of "
        f"a CSV or Parquet file, but is of the type {type(data).__name__}",
        code="wrong-type",
    )


@dataclass
class Held:
    """What an open file held: it comes once, and some data are read again."""

    content: bytes
    name: str

    @classmethod
    def of(cls, file: Any) -> Held:
        """Read an open file to its end."""
        name = getattr(file, "name", None)
        name = name if isinstance(name, str) else "The open file"
        try:
            return cls(b"".join(_chunks(file)), name)
        except (OSError, TypeError, ValueError) as error:
            raise DataError(f"{name}: can't be read: {_line(error)}", code="empty") from error


def _is_file(data: object) -> bool:
    return callable(getattr(data, "read", None)) and not hasattr(data, "__arrow_c_stream__")


def _chunks(file: Any) -> Iterator[bytes]:
    """Give the bytes of an open file; texts are UTF-8."""
    while part := file.read(1 << 20):
        yield part.encode("utf-8", "surrogatepass") if isinstance(part, str) else bytes(memoryview(part))


def _held(held: Held, decimal_comma: bool) -> Table:
    if held.content[:4] == b"PAR1":
        return _parquet(pa.BufferReader(held.content), held.name)
    return _csv([held.content], held.name, len(held.content), decimal_comma)


def kept_data(data: Data | Held) -> Any:
    """Return data that can be read again: paths may come once, as of `Path.glob`, and files do."""
    if _is_file(data):
        return Held.of(data)
    return list(data) if isinstance(data, Iterator) and not hasattr(data, "__arrow_c_stream__") else data


def stamps_of(data: Data) -> list[tuple[str, int, int]]:
    """Return the names, sizes and times of the files that data are in, to notice a change."""
    paths = _matching(data) if isinstance(data, (str, Path)) else _paths(data)
    try:
        return [(str(path), found.st_size, found.st_mtime_ns) for path in paths for found in [path.stat()]]
    except OSError:
        # The reader of the files says in words why they can't be read.
        return []


def _paths(data: object) -> list[Path]:
    """Return the paths of several files; of anything else, none."""
    if not isinstance(data, Iterable) or isinstance(data, Mapping) or hasattr(data, "__arrow_c_stream__"):
        return []
    paths = list(data)
    return [Path(path) for path in paths] if all(isinstance(path, (str, Path)) for path in paths) else []


def _is_frame_of(data: object, package: str) -> bool:
    return type(data).__module__.split(".")[0] == package and type(data).__name__ == "DataFrame"


@dataclass
class _Apart:
    """A column that is converted when it is asked for, and not before."""

    name: str
    kind: str | None
    length: int | None
    convert: Callable[[], pa.Array | pa.ChunkedArray]


def _columns_apart(columns: list[_Apart]) -> Table:
    lengths = [column.length for column in columns if column.length is not None]

    def converted(column: _Apart) -> pa.Array | pa.ChunkedArray:
        try:
            return column.convert()
        except DataError:
            raise
        except (pa.ArrowException, OverflowError, TypeError, ValueError, NotImplementedError) as error:
            raise DataError(
                f'The column "{column.name}" can\'t be read: {_line(error)}',
                code="wrong-type",
                pointer=pointer_to(column.name),
            ) from error

    def table(places: Collection[int] | None, marked: bool) -> pa.Table:
        found: dict[int, pa.Array | pa.ChunkedArray] = {}
        for place, column in enumerate(columns):
            is_read = places is None or place in places
            if is_read or marked:
                try:
                    found[place] = converted(column)
                except DataError:
                    if is_read and not (places is None and marked):
                        raise
        counts = {len(values) for values in found.values()}
        if len(counts) > 1:
            raise DataError(
                f"The columns must have a value for each row, but have {min(counts)} to {max(counts)} values",
                code="wrong-length",
            )
        rows = counts.pop() if counts else lengths[0] if lengths else 0
        rest = pa.array([UNREAD] * rows) if marked else pa.nulls(rows)
        arrays = [found.get(place, rest) for place in range(len(columns))]
        return pa.Table.from_arrays(arrays, names=[column.name for column in columns])

    def batches(columns: Collection[int] | None = None, *, marked: bool = False) -> Iterator[pa.RecordBatch]:
        return _small(table(columns, marked).to_batches())

    return Table(
        [column.name for column in columns],
        batches,
        lengths[0] if lengths else None,
        "",
        [column.kind for column in columns],
    )


def _of_pandas(frame: Any) -> list[_Apart]:
    def column(place: int) -> _Apart:
        values = frame.iloc[:, place]
        kind = str(values.dtype)

        def convert() -> pa.Array | pa.ChunkedArray:
            return pa.array(
                values.sparse.to_dense() if kind.startswith("Sparse[") else values, from_pandas=True
            )

        # Objects are told by their values alone.
        return _Apart(str(frame.columns[place]), None if kind == "object" else kind, len(frame), convert)

    return [column(place) for place in range(frame.shape[1])]


def _of_polars(frame: Any) -> list[_Apart]:
    def column(name: str) -> _Apart:
        def convert() -> pa.ChunkedArray:
            return pa.RecordBatchReader.from_stream(frame.select(name)).read_all().column(0)

        # Arrow's kind is looked at with the values.
        return _Apart(name, None, frame.height, convert)

    return [column(name) for name in frame.columns]


def _of_mapping(data: Mapping[str, Any]) -> list[_Apart]:
    def column(name: str, values: Any) -> _Apart:
        kind = getattr(values, "dtype", None)
        named = None if kind is None or str(kind) == "object" else str(kind)
        length = len(values) if hasattr(values, "__len__") else None
        return _Apart(name, named, length, lambda: _values(values, name))

    # Keys that are the same text, as 1 and "1", are two columns.
    return [column(str(name), values) for name, values in data.items()]


def _values(values: Any, name: str) -> pa.Array:
    """Return the values of a mapping's column as an array."""
    # A text would be a row for each letter, a mapping one for each key.
    if isinstance(values, (str, bytes, Mapping)):
        raise _no_sequence(values, name)
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError) as error:
        raise DataError(
            f'The column "{name}" can\'t be read: {_line(error)}', code="wrong-type", pointer=pointer_to(name)
        ) from error
    except TypeError as error:
        raise _no_sequence(values, name) from error


def _no_sequence(values: Any, name: str) -> DataError:
    return DataError(
        f'The column "{name}" must be a list or another sequence with a value for each row, but is of the '
        f"type {type(values).__name__}",
        code="wrong-type",
        pointer=pointer_to(name),
    )


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


def _stream(data: Any) -> Table:
    try:
        reader = pa.RecordBatchReader.from_stream(data)
    # Another library's stream raises errors of its own.
    except Exception as error:
        raise DataError(
            "The data must be a data frame or another table with named columns, but are of the type "
            f"{type(data).__name__}: {_line(error)}",
            code="wrong-type",
        ) from error
    rows = data.num_rows if isinstance(data, pa.Table) else len(data) if hasattr(data, "__len__") else None
    return Table(reader.schema.names, _all_of(_small(reader)), rows, "", _kinds(reader.schema))


def _all_of(batches: Iterator[pa.RecordBatch]) -> Batches:
    """Return batches that are there with all of their columns, where nothing has to be decoded."""

    def read(columns: Collection[int] | None = None, *, marked: bool = False) -> Iterator[pa.RecordBatch]:
        return batches

    return read


def _kinds(schema: pa.Schema) -> list[str | None]:
    return [_kind(field) for field in schema]


def _kind(field: pa.Field) -> str | None:
    """Return the name of a kind as the library knows it (expost/report/column_kind.hpp)."""
    kind = field.type
    if isinstance(kind, pa.BaseExtensionType):
        name = kind.extension_name
        return None if name in _EXTENSIONS or name == _UUID else f"extension<{name}>"
    if (field.metadata or {}).get(b"ARROW:extension:name") == _PERIOD:
        return _PERIOD.decode()
    return str(kind.value_type if pa.types.is_dictionary(kind) else kind)


def _is_duckdb(data: object) -> bool:
    return type(data).__module__.lstrip("_").split(".")[0] == "duckdb" and hasattr(data, "columns")


def _relation(data: Any) -> Table:
    """Open a relation of DuckDB, whose connection has one result at a time.

    It is asked when the rows are: to count them would be another query, and a result that nobody
    reads to its end is in the way of the next.
    """

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            with pa.RecordBatchReader.from_stream(data) as reader:
                yield from _small(reader)
        except Exception as error:
            if type(error).__module__.lstrip("_").split(".")[0] != "duckdb":
                raise
            raise DataError(f"DuckDB can't give the rows: {_line(error)}", code="not-a-table") from error

    schema = data.limit(0).to_arrow_table().schema
    return Table(schema.names, _all_of(batches()), None, "", _kinds(schema))


def _small(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH):
            yield batch.slice(start, BATCH)


def _shown(path: str | Path) -> str:
    """Return a path for messages: never the text of a table that was taken for one."""
    text = str(path)
    if len(text) > 1000 or (any(mark in text for mark in ",;\t\r\n") and not _is_there(text)):
        return f"a path of {len(text)} characters"
    return text


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _matching(path: str | Path) -> list[Path]:
    text = str(path)
    if len(text.splitlines()) > 1 and not _is_there(text):
        raise ArgumentError(
            "The data must be the path of a file, but are a text of several lines: give io.StringIO(text) "
            "for the text of a CSV file",
            code="wrong-type",
        )
    if glob.has_magic(text) and not _is_there(text):
        found = sorted(Path(name) for name in glob.glob(text, recursive=True))  # noqa: PTH207
        if not found:
            raise DataError(f"{_shown(text)}: no file is called so", code="empty")
        return found
    return [Path(path)]


def _files(paths: list[Path], name: str, decimal_comma: bool) -> Table:
    """Read files one after the other; all have the columns of the first, in any order."""
    tables = iter(_file(path, decimal_comma) for path in paths)
    first = next(tables)

    names = [_name(name) for name in first.header]
    thousands: set[int] = set()

    def batches(columns: Collection[int] | None = None, *, marked: bool = False) -> Iterator[pa.RecordBatch]:
        yield from first.batches(columns, marked=marked)
        thousands.update(first.thousands())
        for table in tables:
            others = [_name(name) for name in table.header]
            if sorted(others) != sorted(names):
                raise DataError(
                    f"{table.name}: has other columns than {first.name}: "
                    f"{', '.join(sorted(set(others) ^ set(names)))}",
                    code="missing-column",
                )
            # Two columns of one name stay in their order.
            order = sorted(range(len(others)), key=lambda place: (names.index(others[place]), place))
            places = [
                order[rank]
                for rank in np.argsort(np.argsort([names.index(name) for name in names], kind="stable"))
            ]
            wanted = None if columns is None else {places[column] for column in columns}
            for batch in table.batches(wanted, marked=marked):
                yield pa.RecordBatch.from_arrays(
                    [batch.column(place) for place in places], names=first.header
                )
            thousands.update(places.index(place) for place in table.thousands())

    if len(paths) == 1:
        return first
    counts = [_parquet_rows(path) for path in paths]
    known = [count for count in counts if count is not None]
    rows = sum(known) if len(known) == len(counts) else None
    return Table(first.header, batches, rows, name, first.kinds, thousands=lambda: thousands)


def _name(name: str) -> str:
    """Return a column's name by which files are compared."""
    return name.strip("\ufeff \t\r\n").strip()


def _parquet_rows(path: Path) -> int | None:
    try:
        return int(pa.parquet.read_metadata(path).num_rows)
    except (pa.ArrowInvalid, OSError):
        return None


def _file(path: Path, decimal_comma: bool) -> Table:
    name = _shown(path)
    try:
        with path.open("rb") as file:
            start = file.read(4)
        size = path.stat().st_size
    except (OSError, ValueError) as error:
        # Its own text has the path, which may be the text of a table.
        reason = getattr(error, "strerror", None) or "it is no path"
        raise DataError(f"{name}: can't be read: {reason}", code="empty") from None
    if start == b"PAR1":
        return _parquet(path, name)
    return _csv(_pieces_of(path), name, size, decimal_comma)


def _pieces_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece


def _parquet(path: Path | pa.BufferReader, name: str) -> Table:
    try:
        file = pa.parquet.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise DataError(f"{name}: can't be read as Parquet: {_line(error)}", code="not-a-table") from error

    schema = file.schema_arrow

    def chosen(batch: pa.RecordBatch, places: Collection[int]) -> pa.RecordBatch:
        """Put columns that were read in their places; by "age" Arrow reads "age.x", too."""
        arrays = [
            batch.column(batch.schema.names.index(schema.names[place]))
            if place in places
            else pa.nulls(batch.num_rows)
            for place in range(len(schema))
        ]
        fields = [
            schema.field(place).with_type(array.type).with_nullable(True)
            for place, array in enumerate(arrays)
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))

    def batches(columns: Collection[int] | None = None, *, marked: bool = False) -> Iterator[pa.RecordBatch]:
        names = None if columns is None or marked else [schema.names[place] for place in columns]
        try:
            # One row group after the other: asked for all, Arrow holds more the longer it reads.
            for group in range(file.num_row_groups):
                for batch in file.iter_batches(batch_size=BATCH, row_groups=[group], columns=names):
                    yield batch if names is None else chosen(batch, columns or ())
        except (pa.ArrowInvalid, OSError) as error:
            raise DataError(
                f"{name}: can't be read as Parquet: {_line(error)}", code="not-a-table"
            ) from error

    return Table(
        schema.names,
        batches,
        file.metadata.num_rows,
        name,
        _kinds(schema),
        without_rows="has columns, but no rows",
    )


#: Bytes of a CSV that are read at once.
_PIECE = 1 << 23


def _unpacked(pieces: Iterable[bytes], damaged: Callable[[], object]) -> Iterator[bytes]:
    """Unpack a gzip file, a part of at most `_PIECE` bytes at a time."""
    unzip = zlib.decompressobj(wbits=31)
    for piece in pieces:
        rest = piece
        while True:
            if unzip.eof and rest:
                damaged()
            try:
                part = unzip.decompress(rest, _PIECE)
            except zlib.error:
                damaged()
            rest = unzip.unconsumed_tail or unzip.unused_data
            if part:
                yield part
            elif not rest:
                break
    if not unzip.eof:
        damaged()


def _csv(pieces: Iterable[bytes], name: str, size: int, decimal_comma: bool) -> Table:
    """Read a CSV as texts: the core says what its rows are, and later what they mean."""
    bytes_in = iter(pieces)
    first = next(bytes_in, b"")
    is_gzip = first.startswith(b"\x1f\x8b")
    reader = _core.CsvReader(unpacked=is_gzip, decimal_comma=decimal_comma)

    def placed(response: dict[str, Any]) -> int:
        try:
            rows: int = value_of(response)
        except DataError as error:
            raise DataError(f"{name}: {error}", code=error.code, pointer=error.pointer) from error
        return rows

    def counts() -> Iterator[int]:
        parts = chain([first], bytes_in)
        for part in _unpacked(parts, lambda: placed(reader.damaged())) if is_gzip else parts:
            for start in range(0, len(part), _PIECE):
                yield placed(reader.push(part[start : start + _PIECE]))
        while True:
            rows = placed(reader.finish())
            yield rows
            if rows == 0 and not reader.has_failed():
                return

    reading = counts()
    read = 0
    header: list[str] | None = None
    # The core refuses a file without a header.
    while header is None:
        read = next(reading)
        header = reader.header()

    def batch(rows: int) -> pa.RecordBatch:
        columns = [
            pa.Array.from_buffers(pa.string(), rows, [None, pa.py_buffer(ends), pa.py_buffer(texts)])
            for ends, texts in reader.block()
        ]
        return pa.RecordBatch.from_arrays(columns, names=header)

    def batches() -> Iterator[pa.RecordBatch]:
        for count in chain([read], reading):
            if count > 0:
                yield batch(count)

    expected = None if is_gzip else int(reader.estimated_rows(size))
    return Table(
        header,
        _all_of(_small(batches())),
        None,
        name,
        [None] * len(header),
        expected,
        reader.line_of,
        without_rows="has a header, but no rows below it",
        thousands=reader.thousands,
    )


@dataclass
class Columns:
    """Columns of a batch, as the library reads them in place; the batch must outlive the call."""

    columns: list[dict[str, Any]]
    rows: int


def columns_of(
    batch: pa.RecordBatch, header: list[str], wanted: Collection[int] | None, *, marked: bool = False
) -> Columns:
    """Give the library the buffers of a batch.

    Parameters
    ----------
    batch
        Any number of rows.
    header
        The names of its columns.
    wanted
        Places of the columns that are looked at; others count as blank. None: all are.
    marked
        Each value of a column of another kind is UNREAD, and no reason to refuse the batch.

    Raises
    ------
    DataError
        For a column of a kind that is no number, text or boolean.
    """
    rows = batch.num_rows
    blank: dict[str, Any] | None = None
    columns = []
    for place, (name, array, field) in enumerate(zip(header, batch.columns, batch.schema, strict=True)):
        if wanted is None or place in wanted:
            try:
                columns.append(_column(_stored(array, field, name), name, marked=marked))
            except DataError:
                if not marked:
                    raise
                columns.append(_column(pa.array([UNREAD] * rows, pa.string()), name))
        else:
            blank = blank or _blank(rows)
            columns.append(blank)
    return Columns(columns, rows)


def _blank(rows: int) -> dict[str, Any]:
    nothing = np.zeros((rows + 7) // 8, dtype=np.uint8)
    return {"kind": "bits", "values": nothing, "start": 0, "present": nothing, "present_start": 0}


def _buffer(buffer: pa.Buffer | None, dtype: type[np.generic]) -> np.ndarray[Any, np.dtype[Any]]:
    return np.empty(0, dtype=dtype) if buffer is None else np.frombuffer(buffer, dtype=dtype)


def _stored(array: pa.Array, field: pa.Field, name: str) -> pa.Array:
    """Return the values that an array of an extension type stands for."""
    if isinstance(array.type, pa.BaseExtensionType):
        if array.type.extension_name == _UUID:
            values = [
                None if value is None else str(uuid.UUID(bytes=value)) for value in array.storage.to_pylist()
            ]
            return pa.array(values, pa.string())
        if array.type.extension_name not in _EXTENSIONS:
            raise _unreadable(name, array.type)
        storage = array.storage
        return storage if (kind := _EXTENSIONS[array.type.extension_name]) is None else storage.cast(kind)
    # A file of pandas that is read without pandas: Arrow gives the numbers of the months.
    extension = (field.metadata or {}).get(b"ARROW:extension:name")
    if extension == _PERIOD:
        raise _unreadable(name, _PERIOD.decode())
    return array


def _unreadable(name: str, kind: Any) -> DataError:
    return DataError(
        f'the column "{name}" is of the kind {kind}, which is no number, text or boolean: '
        "make it one of these",
        code="wrong-type",
        pointer=pointer_to(name),
    )


def _column(array: pa.Array, name: str, *, marked: bool = False) -> dict[str, Any]:
    """Bring an array into one of four layouts (core/report/include/expost/report/columns.hpp)."""
    kind = array.type
    if pa.types.is_null(kind):
        return _blank(len(array))
    if pa.types.is_dictionary(kind):
        if _is_text(kind.value_type):
            return _dictionary(array)
        array = array.cast(kind.value_type)
        kind = array.type
    if pa.types.is_boolean(kind):
        column: dict[str, Any] = {
            "kind": "bits",
            "values": _buffer(array.buffers()[1], np.uint8),
            "start": array.offset,
        }
    elif pa.types.is_floating(kind) or (pa.types.is_integer(kind) and not _beyond_doubles(array)):
        array = array.cast(pa.float64(), safe=False)
        values = _buffer(array.buffers()[1], np.float64)
        column = {"kind": "numbers", "values": values[array.offset : array.offset + len(array)]}
    else:
        array = _as_text(array, name, marked=marked)
        column = {"kind": "texts", **_texts(array)}
    return column | _present(array)


def _is_text(kind: pa.DataType) -> bool:
    view = getattr(pa.types, "is_string_view", lambda _: False)
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or view(kind))


def _beyond_doubles(array: pa.Array) -> bool:
    """Whole numbers that doubles don't tell apart stay texts, which loses no digit."""
    if array.type.bit_width < 64 or len(array) == array.null_count:
        return False
    ends = pc.min_max(array).as_py()
    return bool(ends["min"] < -_EXACT or ends["max"] > _EXACT)


def _as_text(array: pa.Array, name: str, *, marked: bool) -> pa.Array:
    kind = array.type
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or str(kind) == "binary_view":
        return _utf8(array, name, marked=marked)
    if (pa.types.is_date(kind) or pa.types.is_timestamp(kind)) and (far := _far(array)) is not None:
        if not marked:
            raise DataError(
                f'The column "{name}" has a day that is not of the years 1 to 9999',
                code="wrong-type",
                pointer=pointer_to(name),
            )
        near = pc.if_else(far, pa.scalar(None, kind), array)
        return pc.if_else(far, UNREAD, _as_text(near, name, marked=False))
    if _is_text(kind) or pa.types.is_decimal(kind) or pa.types.is_integer(kind) or pa.types.is_date(kind):
        return array.cast(pa.string())
    if pa.types.is_timestamp(kind):
        text = pc.strftime(array, format="%Y-%m-%dT%H:%M:%S")
        # As the command line reads Parquet: zeros at the end of a second's digits are left out.
        text = pc.replace_substring_regex(text, r"(\.\d*?)0+$", r"\1")
        return pc.replace_substring_regex(text, r"\.$", "").cast(pa.string())
    raise _unreadable(name, kind)


def _far(array: pa.Array) -> pa.Array | None:
    """Return which days and moments are not of the years 1 to 9999; None where all are."""
    kind = array.type
    days = pa.types.is_date32(kind)
    units = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[
        "ms" if pa.types.is_date64(kind) else "s" if days else kind.unit
    ]
    numbers = array.cast(pa.int32() if days else pa.int64()).cast(pa.int64())
    a_day = 1 if days else 86400 * units
    # From the first of January of the year 1 up to the year 10000, in days of 1970's calendar.
    least, most = max(-719162 * a_day, -(2**63)), min(2932897 * a_day - 1, 2**63 - 1)
    far = pc.or_(pc.less(numbers, least), pc.greater(numbers, most))
    return far if pc.any(far).as_py() else None


def _utf8(array: pa.Array, name: str, *, marked: bool) -> pa.Array:
    """Return bytes as the text that they are; what is none is refused, or UNREAD with `marked`."""
    try:
        return array.cast(pa.string())
    except pa.ArrowInvalid as error:
        if not marked:
            raise DataError(
                f'The column "{name}" holds bytes that are no text in UTF-8',
                code="wrong-type",
                pointer=pointer_to(name),
            ) from error

    def text(value: bytes | None) -> str | None:
        try:
            return None if value is None else value.decode("utf-8")
        except UnicodeDecodeError:
            return UNREAD

    return pa.array([text(value) for value in array.to_pylist()], pa.string())


def _texts(array: pa.Array) -> dict[str, Any]:
    _, ends, data = array.buffers()
    if ends is None:
        return {"ends": np.zeros(len(array) + 1, dtype=np.int32), "bytes": _buffer(data, np.uint8)}
    return {
        "ends": _buffer(ends, np.int32)[array.offset : array.offset + len(array) + 1],
        "bytes": _buffer(data, np.uint8),
    }


def _dictionary(array: pa.DictionaryArray) -> dict[str, Any]:
    codes = array.indices.cast(pa.int32())
    texts = array.dictionary.cast(pa.string())
    if texts.null_count > 0:
        # A code of nothing is a blank.
        return {"kind": "texts", **_texts(plain := array.cast(pa.string()))} | _present(plain)
    values = _buffer(codes.buffers()[1], np.int32)
    column = {
        "kind": "dictionary",
        "codes": values[codes.offset : codes.offset + len(codes)],
        **_texts(texts),
    }
    return column | _present(codes)


def _present(array: pa.Array) -> dict[str, Any]:
    if array.null_count == 0:
        return {}
    return {"present": _buffer(array.buffers()[0], np.uint8), "present_start": array.offset}
