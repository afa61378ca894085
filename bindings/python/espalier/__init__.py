"""Espalier: from text to trees.

>>> import espalier
>>> nlp = espalier.load("pt")
>>> doc = nlp("O jardineiro poda as macieiras no inverno.")
>>> [(word.text, word.upos, word.deprel) for word in doc.sents[0].words][:3]
[('O', 'DET', 'det'), ('jardineiro', 'NOUN', 'nsubj'), ('poda', 'VERB', 'root')]
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from . import _espalier
from ._error import Error
from ._espalier import Constituent, Doc, Model, Pipe, Pipeline, Sentence, Token

__all__ = [
    "Constituent", "Doc", "Error", "Model", "Pipe", "Pipeline", "Sentence", "Token",
    "evaluate", "load", "models", "read", "recipes", "recognise", "train",
]  # fmt: skip
__version__: str = _espalier.version()

Path = Union[str, "os.PathLike[str]"]


def _folders() -> List[str]:
    """Where models are looked for: ESPALIER_MODELS, those that came with the package, those of the program."""
    named = [folder for folder in os.environ.get("ESPALIER_MODELS", "").split(os.pathsep) if folder]
    shipped = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models")
    return [*named, shipped, os.path.join(sys.prefix, "share", "espalier", "models")]


def models() -> Dict[str, str]:
    """Paths of the models that load() knows by name."""
    return _espalier.installed_models(_folders())


def recognise(text: str) -> str:
    """The name of the installed model whose treebank has most of the words of a text."""
    return _espalier.recognise(text, _folders())


def read(path: Path, format: str = "") -> Doc:
    """The sentences of a file, in any format that ``espalier convert`` reads; by its name and content if not given."""
    return _espalier.read(os.fspath(path), format)


def _model(named: Union[Path, Model]) -> Model:
    if isinstance(named, Model):
        return named
    return Model.load(_espalier.find_model(os.fspath(named), _folders()))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def load(
    model: Union[Path, Model, Sequence[Union[Path, Model]]],
    *,
    weights: Sequence[float] = (),
    last: str = "trees",
    lines: str = "free",
    retag: bool = False,
    columns: bool = False,
    offsets: bool = False,
    constraints: bool = False,
    confidence: bool = False,
    projective: bool = False,
    beam: int = 0,
    merge_states: bool = False,
) -> Pipeline:
    """A pipeline from a model: a file, or an installed one by name (``"pt_bosque"``) or language (``"pt"``).

    Several dependency parsers vote, with ``weights`` if given; the first cuts texts into words and tags them.

    last: the last stage that is done, ``"tokens"``, ``"tags"`` or ``"trees"``.
    lines: what a line of text is: ``"free"`` (line breaks are spaces), ``"sentence"`` or ``"token"``.
    retag: tags that a document has are made afresh. constraints: heads and labels that it has are kept.
    confidence: ``token.confidence`` is the probability that its head is right.
    offsets: ``token.misc`` has TokenRange=. columns: it has chunks and clauses, where the model knows them.
    projective: trees without crossing arcs only. beam: configurations that are kept; 0: as in training.
    merge_states: constituency parsers with a beam take states that look the same for one.
    """
    named = [model] if isinstance(model, (str, os.PathLike, Model)) else list(model)
    options = {
        "last": last,
        "lines": lines,
        "retag": retag,
        "columns": columns,
        "offsets": offsets,
        "constraints": constraints,
        "confidence": confidence,
        "projective": projective,
        "beam": beam,
        "merge-states": merge_states,
    }
    texts = {name: _value(value) for name, value in options.items()}
    return Pipeline([_model(each) for each in named], list(weights), texts)


def recipes() -> Dict[str, str]:
    """The recipes that come with Espalier, with a line on each."""
    return dict(_espalier.recipes())


def train(
    treebanks: Union[Path, Sequence[Path]],
    output: Optional[Path] = None,
    *,
    dev: Optional[Path] = None,
    recipe: str = "",
    features: str = "",
    only: Sequence[str] = (),
    base: Optional[Path] = None,
    language: str = "",
    licence: str = "",
    credit: str = "",
    seed: int = 1,
    threads: int = 0,
    on_epoch: Optional[Callable[[Dict[str, Any]], object]] = None,
    **options: Union[str, int, float, bool],
) -> Model:
    """Learns a model from treebanks, as ``espalier train`` does; the same bytes on any number of threads.

    ``output`` is a file to write it to. ``recipe`` is a name of recipes() or a TOML file; ``options`` are said over it:
    ``train(..., parser="graph", epochs=5, min_updates=0)``. ``features`` are templates instead of those of the recipe.
    ``only`` names stages to train (tokenizer, tagger, parser); the others are taken from the model ``base``.
    ``on_epoch`` is called with a dictionary after each epoch; what it raises ends the training, and so does Ctrl-C.
    """
    files = [treebanks] if isinstance(treebanks, (str, os.PathLike)) else list(treebanks)
    about = {
        "dev": os.fspath(dev) if dev else "",
        "base": os.fspath(base) if base else "",
        "language": language,
        "licence": licence,
        "credit": credit,
    }
    texts = {name.replace("_", "-"): _value(value) for name, value in options.items()}
    model = _espalier.train(
        [os.fspath(file) for file in files], recipe, texts, features, about, list(only), seed, threads, on_epoch
    )
    if output is not None:
        model.save(os.fspath(output))
    return model


def _file_of(treebank: Union[Path, Doc], folder: str, name: str) -> str:
    if not isinstance(treebank, Doc):
        return os.fspath(treebank)
    path = os.path.join(folder, name + ".conllu")
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(treebank.to_conllu())
    return path


def evaluate(
    gold: Union[Path, Doc],
    *systems: Union[Path, Doc],
    metrics: str = "",
    punctuation: Optional[bool] = None,
    by: Sequence[str] = (),
    significance: bool = False,
    errors: bool = False,
    confidence: bool = False,
    seed: int = 1,
    threads: int = 0,
) -> Mapping[str, Any]:
    """Scores files or documents against a gold standard, as ``espalier eval --json`` does.

    One system gives ``{"LAS": {"precision": …, "recall": …, "f1": …, "aligned": …}, …}``, several
    ``{"systems": […], …}``.

    metrics: ``"conll18"``, ``"conllx"`` or ``"parseval"``; by the format of the gold standard if not given.
    punctuation: False leaves it out, True counts it; by default as the scorers of the metrics do.
    by: dimensions to break the scores down by, ``["deprel", "distance"]``.
    """
    with tempfile.TemporaryDirectory() as folder:
        gold_file = _file_of(gold, folder, "gold")
        files = [_file_of(system, folder, "system" + str(i)) for i, system in enumerate(systems)]
        text = _espalier.evaluate(
            gold_file, files, metrics, punctuation, list(by), significance, errors, confidence, seed, threads
        )
    result: Dict[str, Any] = json.loads(text)
    return result
