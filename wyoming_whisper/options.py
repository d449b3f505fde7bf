"""What the server can be told: by flags, by WYOMING_WHISPER_* and by a TOML file."""

import argparse
import os
import platform
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from . import __version__
from .errors import EarError
from .languages import fold

ENVIRONMENT = "WYOMING_WHISPER_"
ARM = ("aarch64", "arm64", "armv7l", "armv8l")
LITTLE_MEMORY = 2 * 1024**3


class OptionError(EarError):
    """An option that cannot be meant so."""


def default_model() -> str:
    """Return the model that this machine can bear: base; tiny with little memory."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return "base"
    return "tiny" if memory < LITTLE_MEMORY else "base"


def default_beam() -> int:
    """Return the width of the search: narrow on small boards."""
    return 2 if platform.machine() in ARM else 5


def _option(default: object, about: str, *, least: float | None = None) -> Any:  # noqa: ANN401 - as `field` itself
    """Return a field with its help, and the least that a number may be."""
    about_it = {"about": about, "least": least}
    if callable(default):
        return field(default_factory=default, metadata=about_it)
    return field(default=default, metadata=about_it)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How the server is to run."""

    uri: str = _option("tcp://0.0.0.0:10300", "where to listen: tcp:// or unix://")
    model: str = _option(default_model, "name or folder of the Whisper model")
    languages: str = _option("ja,en", "languages to serve, by commas")
    beam_size: int = _option(default_beam, "width of the search", least=1)
    compute_type: str = _option("int8", "CTranslate2's kind of numbers")
    threads: int = _option(0, "threads of the model; 0: one for each core", least=0)
    offline: bool = _option(False, "never download a model")  # noqa: FBT003
    zeroconf: str = _option("", "name by which Home Assistant finds the server")
    cast: str = _option("", "file with names to expect, one a line: name<TAB>reading")
    phrases: str = _option("", "file with commands to expect instead of those built in")
    snap: bool = _option(True, "turn what is nearly a command into it")  # noqa: FBT003
    endpointing: float = _option(
        0.0, "seconds of silence that end a command (children: 1.4); 0: never", least=0
    )
    early: bool = _option(True, "begin to decode in a pause")  # noqa: FBT003
    log_transcripts: bool = _option(False, "write what was said to the log")  # noqa: FBT003
    log_level: str = _option("info", "debug, info, warning or error")
    most_seconds: float = _option(120.0, "longest utterance", least=1)
    most_waiting: int = _option(16, "utterances that may wait", least=1)
    most_connections: int = _option(256, "connections at once", least=1)
    idle_seconds: float = _option(120.0, "silence of a client until it is cut", least=1)

    @property
    def served(self) -> tuple[str, ...]:
        """The languages to serve, folded."""
        return tuple(dict.fromkeys(filter(None, map(fold, self.languages.split(",")))))


def read_options(
    arguments: Sequence[str], environment: Mapping[str, str]
) -> tuple[Options, argparse.Namespace]:
    """Return the options, and what else was asked for: flags, then variables, then file.

    Raises OptionError.
    """
    parser = _parser()
    flags = parser.parse_args(arguments)
    named = flags.config or environment.get(f"{ENVIRONMENT}CONFIG", "")
    values: dict[str, Any] = _from_file(Path(named)) if named else {}
    for option in fields(Options):
        variable = environment.get(f"{ENVIRONMENT}{option.name.upper()}")
        if variable is not None:
            values[option.name] = _from_text(option.name, option.type, variable)
        flag = getattr(flags, option.name)
        if flag is not None:
            values[option.name] = flag
    options = Options(**values)
    for option in fields(Options):
        least = option.metadata["least"]
        if least is not None and getattr(options, option.name) < least:
            message = f"{option.name} must be at least {least}."
            raise OptionError(message)
    if not options.served:
        message = "languages must name at least one language."
        raise OptionError(message)
    return options, flags


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="wyoming-whisper",
        description="Turn speech into text for Home Assistant, over Wyoming.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--config", metavar="FILE", help="TOML file with options")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument(
        "--check", action="store_true", help="decode a clip, say what was heard, end"
    )
    doing.add_argument(
        "--probe", action="store_true", help="have the running server decode a clip"
    )
    doing.add_argument(
        "--calibrate",
        metavar="MANIFEST",
        nargs="?",
        const="",
        help="find the model's smallest window, with clips of your own if you have some",
    )
    for option in fields(Options):
        flag = f"--{option.name.replace('_', '-')}"
        about = option.metadata["about"]
        if option.type is bool:
            parser.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=None, help=about
            )
        elif option.name == "zeroconf":
            parser.add_argument(flag, nargs="?", const="wyoming-whisper", help=about)
        else:
            parser.add_argument(flag, type=option.type, help=about)
    return parser


def _from_file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except OSError as err:
        message = f"The options in {path} could not be read: {err.strerror}."
        raise OptionError(message) from err
    except ValueError as err:
        message = f"The options in {path} are no TOML: {err}."
        raise OptionError(message) from err
    kinds = {option.name: option.type for option in fields(Options)}
    read = {}
    for key, value in values.items():
        name = key.replace("-", "_")
        if name not in kinds:
            message = f"{path} has an option {key!r}, which there is not."
            raise OptionError(message)
        if isinstance(value, list):
            value = ",".join(map(str, value))  # noqa: PLW2901 - languages = ["ja", "en"]
        if kinds[name] is float and isinstance(value, int):
            value = float(value)  # noqa: PLW2901
        if type(value) is not kinds[name]:
            message = f"{path}: {key} must be a {kinds[name].__name__}."  # type: ignore[union-attr]
            raise OptionError(message)
        read[name] = value
    return read


def _from_text(name: str, kind: object, text: str) -> object:
    if kind is bool:
        if text.casefold() in {"1", "true", "yes", "on"}:
            return True
        if text.casefold() in {"", "0", "false", "no", "off"}:
            return False
        message = f"{ENVIRONMENT}{name.upper()} must be true or false."
        raise OptionError(message)
    try:
        return {int: int, float: float}.get(kind, str)(text)  # type: ignore[call-overload]
    except ValueError as err:
        message = f"{ENVIRONMENT}{name.upper()} must be a number."
        raise OptionError(message) from err


def check_uri(options: Options) -> None:
    """Raise OptionError unless the server can listen there."""
    uri = urlsplit(options.uri)
    try:
        right = uri.scheme == "unix" or (
            uri.scheme == "tcp" and uri.hostname is not None and uri.port is not None
        )
    except ValueError:
        right = False
    if not right:
        message = "uri must be tcp://HOST:PORT or unix://PATH."
        raise OptionError(message)
