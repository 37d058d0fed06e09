"""Data as the library takes them: columns, in batches, whatever holds them."""

from __future__ import annotations

import csv
import glob
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from ._engine import pointer_to
from .errors import ArgumentError, DataError


@runtime_checkable
class ArrowStream(Protocol):
    """Anything with the Arrow PyCapsule interface: pandas, polars, pyarrow, DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return a capsule with a stream of batches."""


#: What a function of this package takes as data: an object with the Arrow PyCapsule interface, a
#: mapping from names to sequences, the path of a CSV or Parquet file, a pattern of paths
#: (``"data/*.parquet"``), several paths, or an open file, of texts or of bytes.
Data: TypeAlias = "ArrowStream | Mapping[str, Any] | str | Path | Iterable[str | Path] | IO[str] | IO[bytes]"

#: Rows that are read at once.
BATCH = 1 << 16

_EXACT = 2**53
#: Extension types whose storage says what the values are, and what to read it as, where not as it
#: is. Others may store anything: a month of pandas is the number of months since 1970.
_EXTENSIONS = {"arrow.bool8": pa.bool_(), "arrow.json": None}
_PERIOD = b"pandas.period"


@dataclass
class Table:
    """A table under way: its batches are there once. As a context it ends the reading."""

    header: list[str]
    batches: Iterator[pa.RecordBatch]
    #: How many rows there are, where that is known.
    rows: int | None
    #: What it is called in messages, or "".
    name: str

    def __enter__(self) -> Iterator[pa.RecordBatch]:
        return self.batches

    def __exit__(self, *_: object) -> None:
        # An error keeps what it went through, and a database has one reader at a time.
        if isinstance(self.batches, Generator):
            self.batches.close()

    def placed(self, error: DataError) -> DataError:
        """Return the error with the table's name before it."""
        if not self.name:
            return error
        return DataError(f"{self.name}: {error}", code=error.code, pointer=error.pointer)


def open_table(data: Data) -> Table:
    """Open data for reading.

    Parameters
    ----------
    data
        See `Data`. Rows of CSV are read as text, so that each value means what it means to
        `expost publish`; so are a blank and "?" everywhere.

    Raises
    ------
    DataError
        For a file that is no table, for a column alone, and for columns of values that are neither
        numbers, texts nor booleans.
    ArgumentError
        For anything else that is no data.
    """
    if isinstance(data, (str, Path)):
        return _files(_matching(data), _shown(data))
    if isinstance(data, Held):
        return _held(data)
    if _is_file(data):
        return _held(Held.of(data))
    if isinstance(data, Mapping):
        return _stream(_table([(str(name), values) for name, values in data.items()]))
    if isinstance(data, pa.RecordBatch):
        return _stream(pa.Table.from_batches([data]))
    if _is_pandas(data):
        return _stream(_from_pandas(data))
    if _is_duckdb(data):
        return _relation(data)
    if hasattr(data, "__arrow_c_stream__"):
        return _stream(data)
    if paths := _paths(data):
        return _files(paths, _shown(paths[0]) + (" and others" if len(paths) > 1 else ""))
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
        return cls(b"".join(_chunks(file)), name if isinstance(name, str) else "The open file")


def _is_file(data: object) -> bool:
    return callable(getattr(data, "read", None)) and not hasattr(data, "__arrow_c_stream__")


def _chunks(file: Any) -> Iterator[bytes]:
    """Give the bytes of an open file; texts are UTF-8."""
    while part := file.read(1 << 20):
        yield part.encode("utf-8", "surrogatepass") if isinstance(part, str) else bytes(part)


def _held(held: Held) -> Table:
    if held.content[:4] == b"PAR1":
        return _parquet(pa.BufferReader(held.content), held.name)
    return _csv(pa.BufferReader(held.content), held.content[: 1 << 16], held.name)


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


def _is_pandas(data: object) -> bool:
    return type(data).__module__.split(".")[0] == "pandas" and type(data).__name__ == "DataFrame"


def _from_pandas(frame: Any) -> pa.Table:
    names = [str(name) for name in frame.columns]
    if not frame.columns.is_unique:
        # Arrow refuses such a frame; the library refuses only columns that it looks at.
        frame = frame.set_axis([f"{name} (column {i})" for i, name in enumerate(names, 1)], axis=1)
        return _from_pandas(frame).rename_columns(names)
    try:
        return pa.Table.from_pandas(frame, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise DataError(
            f"The data frame has a column whose values are of several types: {_line(error)}",
            code="wrong-type",
        ) from error
    except (pa.ArrowNotImplementedError, OverflowError) as error:
        raise DataError(
            f"The data frame has a column that can't be read: {_line(error)}", code="wrong-type"
        ) from error


def _table(columns: list[tuple[str, Any]]) -> pa.Table:
    # Keys that are the same text, as 1 and "1", are two columns.
    names = [name for name, _ in columns]
    try:
        return pa.Table.from_arrays([_values(values, name) for name, values in columns], names=names)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise DataError(f"The columns can't be read: {_line(error)}", code="wrong-type") from error


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
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise DataError(
            "The data must be a data frame or another table with named columns, but are of the type "
            f"{type(data).__name__}: {_line(error)}",
            code="wrong-type",
        ) from error
    rows = len(data) if hasattr(data, "__len__") else None
    return Table([name.strip() for name in reader.schema.names], _small(reader), rows, "")


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

    return Table([str(name).strip() for name in data.columns], batches(), None, "")


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


def _files(paths: list[Path], name: str) -> Table:
    """Read files one after the other; all have the columns of the first, in any order."""
    tables = iter(_file(path) for path in paths)
    first = next(tables)

    def batches() -> Iterator[pa.RecordBatch]:
        yield from first.batches
        for table in tables:
            if sorted(table.header) != sorted(first.header):
                raise DataError(
                    f"{table.name}: has other columns than {first.name}: "
                    f"{', '.join(sorted(set(table.header) ^ set(first.header)))}",
                    code="missing-column",
                )
            for batch in table.batches:
                yield batch.rename_columns(table.header).select(first.header)

    if len(paths) == 1:
        return first
    counts = [_parquet_rows(path) for path in paths]
    known = [count for count in counts if count is not None]
    return Table(first.header, batches(), sum(known) if len(known) == len(counts) else None, name)


def _parquet_rows(path: Path) -> int | None:
    try:
        return int(pa.parquet.read_metadata(path).num_rows)
    except (pa.ArrowInvalid, OSError):
        return None


def _file(path: Path) -> Table:
    name = _shown(path)
    try:
        with path.open("rb") as file:
            start = file.read(1 << 16)
    except (OSError, ValueError) as error:
        # Its own text has the path, which may be the text of a table.
        reason = getattr(error, "strerror", None) or "it is no path"
        raise DataError(f"{name}: can't be read: {reason}", code="empty") from None
    if start[:4] == b"PAR1":
        return _parquet(path, name)
    return _csv(path, start, name)


def _parquet(path: Path | pa.BufferReader, name: str) -> Table:
    try:
        file = pa.parquet.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise DataError(f"{name}: can't be read as Parquet: {_line(error)}", code="not-a-table") from error

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            # One row group after the other: asked for all, Arrow holds more the longer it reads.
            for group in range(file.num_row_groups):
                yield from file.iter_batches(batch_size=BATCH, row_groups=[group])
        except (pa.ArrowInvalid, OSError) as error:
            raise DataError(
                f"{name}: can't be read as Parquet: {_line(error)}", code="not-a-table"
            ) from error

    return Table([name.strip() for name in file.schema_arrow.names], batches(), file.metadata.num_rows, name)


def _csv(path: Path | pa.BufferReader, start: bytes, name: str) -> Table:
    """Read every cell as text: what it means is the library's business."""
    if not start.strip():
        raise DataError(f"{name}: is empty; a header line with the columns' names was expected", code="empty")
    if start.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in start:
        raise DataError(
            f"{name}: is no CSV in UTF-8; save it as UTF-8 text, or as Parquet", code="not-a-table"
        )
    first = start.removeprefix(b"\xef\xbb\xbf").splitlines()[0].decode("utf-8", "replace")
    # The separator that makes the most of the header: comma, semicolon or tab.
    delimiter = max(
        ",;\t", key=lambda mark: len(next(csv.reader([first], delimiter=mark, skipinitialspace=True)))
    )
    header = next(csv.reader([first], delimiter=delimiter, skipinitialspace=True))
    try:
        reader = pa.csv.open_csv(
            path,
            read_options=pa.csv.ReadOptions(block_size=1 << 24, column_names=header, skip_rows=1),
            parse_options=pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid as error:
        if "Empty CSV" in str(error):
            return Table([column.strip() for column in header], iter(()), 0, name)
        raise DataError(f"{name}: {_line(error)}", code="not-a-table") from error

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            yield from _small(reader)
        except pa.ArrowInvalid as error:
            raise DataError(f"{name}: {_line(error)}", code="not-a-table") from error

    return Table([column.strip() for column in header], batches(), None, name)


@dataclass
class Columns:
    """Columns of a batch, as the library reads them in place; the batch must outlive the call."""

    columns: list[dict[str, Any]]
    rows: int


def columns_of(batch: pa.RecordBatch, header: list[str], wanted: set[str] | None) -> Columns:
    """Give the library the buffers of a batch.

    Parameters
    ----------
    batch
        Any number of rows.
    header
        The names of its columns.
    wanted
        Names of the columns that are looked at; others count as blank. None: all are.

    Raises
    ------
    DataError
        For a column of a kind that is no number, text or boolean.
    """
    rows = batch.num_rows
    blank: dict[str, Any] | None = None
    columns = []
    for name, array, field in zip(header, batch.columns, batch.schema, strict=True):
        if wanted is None or name in wanted:
            columns.append(_column(_stored(array, field, name), name))
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
        f'The column "{name}" is of the kind {kind}, which is no number, text or boolean; leave it out',
        code="wrong-type",
        pointer=pointer_to(name),
    )


def _column(array: pa.Array, name: str) -> dict[str, Any]:
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
        array = _as_text(array, name)
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


def _as_text(array: pa.Array, name: str) -> pa.Array:
    kind = array.type
    if _is_text(kind) or pa.types.is_decimal(kind) or pa.types.is_integer(kind) or pa.types.is_date(kind):
        return array.cast(pa.string())
    if pa.types.is_timestamp(kind):
        text = pc.strftime(array, format="%Y-%m-%dT%H:%M:%S")
        # As the command line reads Parquet: zeros at the end of a second's digits are left out.
        text = pc.replace_substring_regex(text, r"(\.\d*?)0+$", r"\1")
        return pc.replace_substring_regex(text, r"\.$", "").cast(pa.string())
    raise _unreadable(name, kind)


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
