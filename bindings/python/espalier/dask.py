"""Corpora on a cluster, through Dask: a bag of texts, or files of any length, parsed by all workers.

>>> from espalier.dask import parse
>>> from dask.bag import from_sequence
>>> trees = parse(from_sequence(["Chove.", "Neva."], npartitions=2), "pt", form="dict")
>>> [text[0]["words"][0]["form"] for text in trees.compute(scheduler="synchronous")]
['Chove', 'Neva']

What is sent to the workers are texts or names of files, and the name of the model, never a model: each process reads it
once and keeps it. A worker that is lost loses nothing: the scheduler has others do its parts, and a part is a file that
is written under another name and then renamed, so that it is there whole, and once, whoever made it.
"""

from __future__ import annotations

import glob
import gzip
import hashlib
import importlib
import lzma
import os
import re
import shutil
import tempfile
import threading
import uuid
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import Doc, Error, Path, Pipeline, _espalier, _folders, load

__all__ = ["parse", "parse_bag", "parse_files"]

Models = Union[Path, Sequence[Path]]
_FORMS = ("conllu", "dict")
_WINDOW = 1 << 16
_KEPT = 4  # pipelines in a process
_SENT_ID = re.compile(rb"^# sent_id = \d+$", re.MULTILINE)


def _dask() -> Any:
    try:
        return importlib.import_module("dask")
    except ImportError as error:
        raise ImportError("espalier.dask needs dask (Debian: python3-distributed)") from error


class _Recipe(NamedTuple):
    """All that a worker must know to make the pipeline."""

    models: Tuple[str, ...]
    digests: Tuple[str, ...]  # of the files, so that all workers have the same model or say that they have not
    options: Tuple[Tuple[str, Any], ...]


class _Part(NamedTuple):
    """Some bytes of a file, whole sentences."""

    path: str
    begin: int
    end: int  # -1: all, of a compressed file
    is_text: bool
    opens_document: bool
    opens_paragraph: bool


def _digest(path: str) -> str:
    sum = hashlib.blake2b(digest_size=16)
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            sum.update(block)
    return sum.hexdigest()


def _recipe(model: Models, options: Dict[str, Any]) -> _Recipe:
    named = [model] if isinstance(model, (str, os.PathLike)) else list(model)
    if not all(isinstance(each, (str, os.PathLike)) for each in named):
        raise TypeError("a model is a file or the name of an installed one: workers load it themselves")
    load(named, **options)  # what is wrong with it is said here, not by a worker
    names, digests = [], []
    for each in named:
        name = os.fspath(each)
        path = _espalier.find_model(name, _folders())
        names.append(os.path.abspath(name) if path == name else name)  # the place of an installed one may be another
        digests.append(_digest(path))
    return _Recipe(tuple(names), tuple(digests), tuple(sorted(options.items())))


_lock = threading.Lock()
_pipelines: Dict[Any, Pipeline] = {}
_loaded = 0  # how often this process has made a pipeline


def _pipeline(recipe: _Recipe) -> Pipeline:
    """The pipeline of a recipe, made once in a process as long as the model files stay as they are."""
    global _loaded
    paths = [_espalier.find_model(name, _folders()) for name in recipe.models]
    states = [os.stat(path) for path in paths]
    key = (recipe, tuple((path, state.st_mtime_ns, state.st_size) for path, state in zip(paths, states)))
    with _lock:
        made = _pipelines.pop(key, None)
        if made is None:
            for path, digest in zip(paths, recipe.digests):
                if _digest(path) != digest:
                    raise Error(f"{path}: not the model that the work began with", "input", path)
            made = load(paths, **dict(recipe.options))
            _loaded += 1
        _pipelines[key] = made  # the last of the row, which is left longest
        if len(_pipelines) > _KEPT:
            del _pipelines[next(iter(_pipelines))]
        return made


def _annotate(texts: Iterable[str], recipe: _Recipe, form: str) -> List[Any]:
    docs = _pipeline(recipe).pipe(texts, threads=1)
    return [doc.to_conllu() if form == "conllu" else doc.to_dict() for doc in docs]


def parse_bag(bag: Any, model: Models, *, form: str = "conllu", **options: Any) -> Any:
    """A ``dask.bag.Bag`` of texts to one of results, in the same partitions; nothing is computed yet.

    form: what becomes of a text: ``"conllu"``, a string, or ``"dict"``, a list with a dictionary for each sentence.
    model: a file that all workers can read, or an installed one by name; several vote. options: those of load().
    """
    if form not in _FORMS:
        raise ValueError(f"form cannot be {form!r}: it is one of {', '.join(_FORMS)}")
    return bag.map_partitions(_annotate, _recipe(model, options), form)


def _format_of(path: str) -> str:
    plain = re.sub(r"\.(gz|xz|zst)$", "", path)
    return "conllu" if plain.endswith(".conllu") else "text"


def _cut_after(window: bytes, pattern: "re.Pattern[bytes]") -> Optional[int]:
    """Where in a window a part may begin; None: nowhere.

    White space belongs to the sentence before it, so a part begins with something else.
    """
    for found in pattern.finditer(window):
        at = found.end()
        character = window[at : at + 4].decode("utf-8", "ignore")[:1]
        if character and not character.isspace():
            return at
    return None


def _cuts(path: str, block_bytes: int, pattern: "re.Pattern[bytes]") -> List[int]:
    """Where the parts of a file begin: about block_bytes from one another, each at the next place that will do."""
    size = os.path.getsize(path)
    cuts = [0]
    with open(path, "rb") as file:
        while cuts[-1] + block_bytes < size:
            start = cuts[-1] + block_bytes
            file.seek(start)
            window = b""
            found = None
            while found is None and start + len(window) < size:
                window += file.read(max(_WINDOW, len(window)))
                # What lies at the end of the window may go on behind it.
                last = start + len(window) == size
                found = _cut_after(window if last else window[: -_WINDOW // 4], pattern)
            if found is None:
                break
            cuts.append(start + found)
    return cuts


def _opens_paragraph(path: str, begin: int) -> bool:
    """There is a blank line before a place, or nothing."""
    with open(path, "rb") as file:
        file.seek(max(0, begin - _WINDOW))
        before = file.read(min(begin, _WINDOW)).decode("utf-8", "ignore")
    return begin == 0 or before[len(before.rstrip()) :].count("\n") > 1


# A blank line may hold white space, as for `espalier parse`; in CoNLL-U it may not.
_BLANK_LINE = re.compile(rb"\n[ \t\r\v\f]*\n[ \t\r\v\f\n]*")
_LINE = re.compile(rb"\n[ \t\r\v\f\n]*")
_END_OF_SENTENCE = re.compile(rb"\n\r?\n[\r\n]*")


def _parts_of(path: str, format: str, lines: str, block_bytes: int) -> List[_Part]:
    is_text = (format or _format_of(path)) != "conllu"
    if re.search(r"\.(gz|xz)$", path):
        return [_Part(path, 0, -1, is_text, True, True)]
    if path.endswith(".zst"):
        raise Error(f"{path}: zstd is not read here; .gz and .xz are", "usage", path)
    pattern = _END_OF_SENTENCE if not is_text else _LINE if lines == "sentence" else _BLANK_LINE
    cuts = _cuts(path, block_bytes, pattern)
    ends = [*cuts[1:], os.path.getsize(path)]
    return [
        _Part(path, begin, end, is_text, begin == 0, _opens_paragraph(path, begin)) for begin, end in zip(cuts, ends)
    ]


def _bytes_of(part: _Part) -> bytes:
    if part.end < 0:
        opened: Any = gzip.open if part.path.endswith(".gz") else lzma.open
        with opened(part.path, "rb") as file:
            return bytes(file.read())
    with open(part.path, "rb") as file:
        file.seek(part.begin)
        return file.read(part.end - part.begin)


def _lines_before(part: _Part) -> int:
    count, left = 0, part.begin
    with open(part.path, "rb") as file:
        while left > 0:
            block = file.read(min(left, 1 << 20))
            if not block:
                break
            count += block.count(b"\n")
            left -= len(block)
    return count


def _placed(part: _Part, line: int, reason: str) -> Error:
    line = line + _lines_before(part) if line else 0
    place = f"{part.path}:{line}: " if line else f"{part.path}: "
    return Error(place + reason, "input", part.path, line, 0, reason)


def _trees_of(part: _Part, nlp: Pipeline) -> bytes:
    """The sentences of a part, as they stand in the answer to the whole file, but for the numbers of text."""
    bytes = _bytes_of(part)
    try:
        text = bytes.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _placed(part, 1 + bytes.count(b"\n", 0, error.start), "not valid UTF-8") from None
    try:
        trees = nlp(text if part.is_text else Doc.from_conllu(text)).to_conllu().encode()
    except Error as error:
        if error.kind != "input":
            raise
        raise _placed(part, error.line, error.reason) from None
    if part.is_text and not part.opens_document:
        trees = re.sub(rb"\A# newdoc\n", b"", trees)
        if not part.opens_paragraph:
            trees = re.sub(rb"\A# newpar\n", b"", trees)
    return trees


def _write(path: str, folder: str, bytes: bytes) -> None:
    """Whole or not at all; two that write the same do not meet."""
    temporary = os.path.join(folder, uuid.uuid4().hex)
    with open(temporary, "wb") as file:
        file.write(bytes)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _parse_part(part: _Part, raw: str, recipe: _Recipe) -> int:
    """Parses into a file of the work's folder; how many sentences of text there are.

    One that is there was made by a worker whose answer was lost with it.
    """
    try:
        with open(raw, "rb") as file:
            trees = file.read()
    except FileNotFoundError:
        trees = _trees_of(part, _pipeline(recipe))
        _write(raw, os.path.dirname(raw), trees)
    return len(_SENT_ID.findall(trees)) if part.is_text else 0


def _deliver(part: _Part, raw: str, output: str, before: int, _: int) -> str:
    """The file of a part, its sentences numbered as in the whole."""
    with open(raw, "rb") as file:
        trees = file.read()
    if part.is_text and before > 0:
        numbers = iter(range(before + 1, before + 1 + len(trees)))
        trees = _SENT_ID.sub(lambda _: b"# sent_id = %d" % next(numbers), trees)
    _write(output, os.path.dirname(raw), trees)
    return output


def _add(before: int, count: int) -> int:
    return before + count


def parse_files(
    paths: Union[Path, Sequence[Path]],
    model: Models,
    output: Path,
    *,
    format: str = "",
    block_bytes: int = 1 << 20,
    **options: Any,
) -> List[str]:
    """Parses files into the folder ``output``: ``part-00000.conllu`` and so on, whose names are returned in order.

    One after the other the parts are, byte for byte, what ``espalier parse`` makes of the files.

    Files are cut into parts of about ``block_bytes`` where sentences end: text at blank lines (at line ends with
    ``lines="sentence"``), CoNLL-U between sentences. A compressed file (.gz, .xz) is one part. Input and output must
    be in folders that all workers have.
    format: ``"text"`` or ``"conllu"``; by the names of the files if not given.
    model: a file, or an installed one by name; several vote. options: those of load(), without offsets.

    It runs where Dask runs things: on the cluster of the ``distributed.Client`` that there is, else in this process.
    A folder that has parts already is refused. When something fails, the parts that are done stay.
    """
    if format not in ("", "text", "conllu"):
        raise ValueError(f"format cannot be {format!r}: it is text or conllu")
    if options.get("offsets"):
        raise ValueError("offsets count from the start of a file, which a part does not know")
    if block_bytes < 1:
        raise ValueError("block_bytes must be 1 at least")
    files = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    recipe = _recipe(model, options)
    lines = str(options.get("lines", "free"))
    parts = [part for file in files for part in _parts_of(os.path.abspath(file), format, lines, block_bytes)]
    folder = os.path.abspath(output)
    os.makedirs(folder, exist_ok=True)
    if glob.glob(os.path.join(glob.escape(folder), "part-*")):
        raise FileExistsError(f"{folder} has parts already")
    work = tempfile.mkdtemp(prefix=".espalier-", dir=folder)
    try:
        return list(_dask().compute(*_graph(parts, recipe, folder, work)))
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _graph(parts: Sequence[_Part], recipe: _Recipe, folder: str, work: str) -> List[Any]:
    """Tasks: each part is parsed, then numbered as soon as those before it are counted."""
    delayed = _dask().delayed
    digits = max(5, len(str(len(parts))))
    before: Any = 0
    made = []
    for i, part in enumerate(parts):
        name = f"part-{i:0{digits}}.conllu"
        raw = os.path.join(work, name)
        count = delayed(_parse_part, pure=False)(part, raw, recipe)
        made.append(delayed(_deliver, pure=False)(part, raw, os.path.join(folder, name), before, count))
        before = delayed(_add, pure=False)(before, count)
    return made


def parse(source: Any, model: Models, *, output: Optional[Path] = None, **options: Any) -> Any:
    """A bag of texts as parse_bag() takes it, or files into a folder ``output`` as parse_files() does."""
    if hasattr(source, "map_partitions"):
        if output is not None:
            raise TypeError("a bag gives a bag; output is for files")
        return parse_bag(source, model, **options)
    if output is None:
        raise TypeError("files need an output folder")
    return parse_files(source, model, output, **options)
