"""Data sets of web archives as frames: runs the program `pinakes`, reads what it writes."""

from __future__ import annotations

import atexit
import csv
import gzip
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import warnings
from typing import Any, Iterator, Mapping, Sequence

__all__ = ["Losses", "Output", "PinakesError", "corpus", "export", "run"]

NOTHING_FOUND = 1
WITH_LOSSES = 3
# Flags that take a list of names in one value; of others each entry of a list is a flag of its own.
_LISTS = {"columns", "enrich"}


class PinakesError(Exception):
    """The program ended with an error; `code` is its exit code."""

    def __init__(self, message: str, code: int):
        super().__init__(message)
        self.code = code


class Losses(UserWarning):
    """Some of the input could not be read; the output has all the rest."""


class Output:
    """A file that the program has written."""

    def __init__(self, path: str, report: Mapping[str, Any]):
        self.path = path
        #: What the program told of the run, as docs/cli-json.md describes it.
        self.report = report

    @property
    def format(self) -> str:
        """`parquet`, `jsonl`, `csv` or `tsv`."""
        name = self.path[:-3] if self.path.endswith(".gz") else self.path
        ending = name.rsplit(".", 1)[-1].lower()
        return {"ndjson": "jsonl"}.get(ending, ending)

    def pandas(self, **options: Any):
        """The file as a frame of pandas; options go to the function of pandas that reads it."""
        import pandas

        if self.format == "parquet":
            return pandas.read_parquet(self.path, **options)
        if self.format == "jsonl":
            return pandas.read_json(self.path, **{"lines": True, "convert_dates": False, **options})
        if self.format in ("csv", "tsv"):
            separator = "," if self.format == "csv" else "\t"
            # Digests and times are no numbers.
            return pandas.read_csv(self.path, **{"sep": separator, "dtype": str, **options})
        raise self._refuse("frames")

    def spark(self, session, **options: Any):
        """The file as a frame of PySpark, read when it is needed: workers must see the path."""
        reader = session.read.options(**options)
        if self.format == "parquet":
            return reader.parquet(self.path)
        if self.format == "jsonl":
            return reader.json(self.path)
        if self.format in ("csv", "tsv"):
            separator = "," if self.format == "csv" else "\t"
            # Quotes within cells are doubled, and cells may have lines.
            return reader.csv(self.path, sep=separator, header=True, escape='"', multiLine=True)
        raise self._refuse("frames")

    def records(self) -> Iterator[dict]:
        """The records one after another, in constant memory. Not of Parquet."""
        if self.format not in ("jsonl", "csv", "tsv"):
            raise self._refuse("records")
        opened = gzip.open if self.path.endswith(".gz") else open
        with opened(self.path, "rt", encoding="utf-8", newline="") as file:
            if self.format == "jsonl":
                for line in file:
                    yield json.loads(line)
            else:
                yield from csv.DictReader(file, delimiter="," if self.format == "csv" else "\t")

    def _refuse(self, what: str) -> ValueError:
        return ValueError(f"{self.path}: there are no {what} of the format {self.format}")

    def __repr__(self) -> str:
        return f"Output({self.path!r})"


def corpus(*paths: str, out: str | None = None, **flags: Any) -> Output:
    """Runs `pinakes corpus` on archives, or with `cdx`, `library` or `server` on what is known of them."""
    return _write(["corpus", *map(os.fspath, paths)], out, flags)


def export(what: str, query: str | None = None, *, library: str, out: str | None = None, **flags: Any) -> Output:
    """Runs `pinakes export`: `documents`, `captures`, `references` or `pages` of a library, or of the images that a query finds."""
    words = [] if query is None else ["--", query]
    return _write(["export", what], out, {"library": os.fspath(library), **flags}, words)


def run(*args: str, **flags: Any) -> subprocess.CompletedProcess:
    """Runs any command and gives what it printed. Raises `PinakesError`; warns of losses."""
    return _run(list(args), flags, callers=3)


def _write(args: Sequence[str], out: str | None, flags: Mapping[str, Any], words: Sequence[str] = ()) -> Output:
    path = os.path.abspath(os.fspath(out)) if out is not None else os.path.join(_temporary_folder(), "output.parquet")
    done = _run(args, {**flags, "out": path, "json": True}, words, callers=4)
    if not os.path.exists(path):
        raise PinakesError("Nothing was found, and nothing written.", NOTHING_FOUND)
    return Output(path, json.loads(done.stdout) if done.stdout.strip() else {})


def _run(
    args: Sequence[str], flags: Mapping[str, Any], words: Sequence[str] = (), *, callers: int
) -> subprocess.CompletedProcess:
    command = shlex.split(os.environ.get("PINAKES_COMMAND", "pinakes"))
    line = [*command, *args, *_to_flags({"progress": "none", **flags}), *words]
    try:
        done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    except FileNotFoundError as missing:
        raise PinakesError(f"There is no program {command[0]}: install it, or set PINAKES_COMMAND.", 127) from missing
    if done.returncode == WITH_LOSSES:
        warnings.warn(done.stderr.strip(), Losses, stacklevel=callers)
    elif done.returncode not in (0, NOTHING_FOUND):
        raise PinakesError(_to_message(done.stderr) or f"{shlex.join(line)} ended with {done.returncode}", done.returncode)
    return done


def _to_message(told: str) -> str:
    """What went wrong: the last line, which with `--json` is an object."""
    *_, last = [""] + told.strip().splitlines()
    try:
        error = json.loads(last)["error"]
        return f"{error['message']} {error.get('hint') or ''}".strip()
    except (ValueError, KeyError, TypeError):
        return told.strip()


def _to_flags(flags: Mapping[str, Any]) -> list[str]:
    """`latest_per_url=True` as `--latest-per-url`. Values stand behind `=`: they may begin with a dash."""
    line: list[str] = []
    for name, value in flags.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            line.append(flag)
        elif isinstance(value, (list, tuple)):
            values = [",".join(map(str, value))] if name in _LISTS else value
            line += [f"{flag}={each}" for each in values]
        else:
            line.append(f"{flag}={value}")
    return line


def _temporary_folder() -> str:
    folder = tempfile.mkdtemp(prefix="pinakes-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
