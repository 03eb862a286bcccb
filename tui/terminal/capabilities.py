"""The capabilities of one user's terminal, read from the environment once and then passed on as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Colours = Literal["truecolor", "256", "16", "none"]
GlyphLevel = Literal["full", "neutral", "ascii"]

TRUECOLOR_TERMS = ("alacritty", "contour", "foot", "ghostty", "iterm", "kitty", "wezterm", "-direct")
# Many set-ups for these languages show drawing characters two cells wide.
WIDE_LANGUAGES = ("ja", "ko", "zh")
ASCII_LOCALES = ("c", "posix")
# Terminals whose mouse, if any, speaks another protocol, and whose fonts have few symbols.
PLAIN_TERMS = ("dumb", "linux")


ReasonKind = Literal[
    "it is",
    "it is, and wide",
    "set",
    "unset",
    "allowed",
    "ruled in",
    "remote",
    "GNU screen",
    "Windows Terminal",
    "encoding",
    "no terminal",
    "no locale",
    "asked for",
]


class SettingReason(NamedTuple):
    """Why a capability was decided: the kind of reason, the variable, and its value."""

    kind: ReasonKind
    name: str = ""
    value: str = ""


AS_ASKED = SettingReason("asked for")
GUESSED_FIELDS = ("colours", "glyphs", "animation", "mouse", "remote")
"""The capabilities that are guessed, in the order of `reasons`."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """The capabilities of one user's terminal.

    >>> Terminal.guess({"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}).colours
    '256'
    """

    colours: Colours = "truecolor"
    glyphs: GlyphLevel = "full"
    animation: bool = True
    mouse: bool = True
    remote: bool = False
    locales: tuple[str, ...] = ()
    """The requested locales, best first, as in `de_AT.UTF-8`; empty for plain English."""
    reasons: tuple[SettingReason, ...] = field(default=(AS_ASKED,) * len(GUESSED_FIELDS), compare=False, repr=False)
    """The reason for each of `GUESSED_FIELDS`."""

    @classmethod
    def guess(cls, environ: Mapping[str, str], encoding: str | None = None) -> "Terminal":
        """Guesses the capabilities from an environment, and from the encoding of the output if the system chose it."""
        colours, why_colours = _colours(environ)
        glyphs, why_glyphs = _glyphs(environ, encoding)
        remote, why_remote = _remote(environ)
        animation, why_animation = _animation(environ, remote)
        mouse, why_mouse = _mouse(environ)
        reasons = (why_colours, why_glyphs, why_animation, why_mouse, why_remote)
        return cls(colours, glyphs, animation, mouse, remote, _locales(environ), reasons)


def _locales(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The requested locales by the rules of gettext: LANGUAGE lists them, but counts only if a locale is set."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ()
    return tuple(filter(None, (*environ.get("LANGUAGE", "").split(":"), locale)))


def _colours(environ: Mapping[str, str]) -> tuple[Colours, SettingReason]:
    term = environ.get("TERM", "").lower()
    if environ.get("NO_COLOR"):
        return "none", SettingReason("set", "NO_COLOR")
    if term == "dumb" or term.startswith(("vt1", "vt2", "vt3")):
        return "none", _because(environ, "TERM")
    if term == "linux":
        return "16", _because(environ, "TERM")
    if term.startswith("screen") and environ.get("STY") and not environ.get("TMUX"):
        return "256", SettingReason("GNU screen", "STY")
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor", _because(environ, "COLORTERM")
    if any(name in term for name in TRUECOLOR_TERMS):
        return "truecolor", _because(environ, "TERM")
    if environ.get("WT_SESSION"):
        return "truecolor", SettingReason("Windows Terminal", "WT_SESSION")
    if "256" in term:
        return "256", _because(environ, "TERM")
    if term:
        return "16", _because(environ, "TERM")
    if environ.get("OS") == "Windows_NT":
        return "truecolor", _because(environ, "OS")
    return "16", SettingReason("no terminal")


def _glyphs(environ: Mapping[str, str], encoding: str | None) -> tuple[GlyphLevel, SettingReason]:
    if environ.get("TERM", "").lower() in PLAIN_TERMS:
        return "ascii", _because(environ, "TERM")
    name = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), None)
    locale = environ[name].lower() if name else ""
    charset = locale if _is_utf8(locale) else locale.partition(".")[2].partition("@")[0]
    if encoding and not _is_utf8(encoding):
        return "ascii", SettingReason("encoding", "", _shown(encoding))
    if name and (locale in ASCII_LOCALES or (charset and not _is_utf8(charset))):
        return "ascii", _because(environ, name)
    if name and locale.startswith(WIDE_LANGUAGES):
        return "neutral", SettingReason("it is, and wide", name, _shown(environ[name]))
    if name and _is_utf8(charset):
        return "full", _because(environ, name)
    if encoding:
        return "full", SettingReason("encoding", "", _shown(encoding))
    if not name and environ.get("OS") == "Windows_NT":
        return "full", _because(environ, "OS")
    return "ascii", SettingReason("no locale")


def _remote(environ: Mapping[str, str]) -> tuple[bool, SettingReason]:
    name = next((name for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT") if environ.get(name)), None)
    return (True, SettingReason("set", name)) if name else (False, SettingReason("unset", "SSH"))


def _animation(environ: Mapping[str, str], remote: bool) -> tuple[bool, SettingReason]:
    wish = environ.get("TEXTUAL_ANIMATIONS", "").lower()
    if wish in ("none", "basic", "full"):
        return wish != "none", _because(environ, "TEXTUAL_ANIMATIONS")
    if environ.get("TERM", "").lower() in PLAIN_TERMS:
        return False, _because(environ, "TERM")
    if remote:
        return False, SettingReason("remote", "TEXTUAL_ANIMATIONS")
    return True, SettingReason("allowed", "TEXTUAL_ANIMATIONS")


def _mouse(environ: Mapping[str, str]) -> tuple[bool, SettingReason]:
    plain = environ.get("TERM", "").lower() in PLAIN_TERMS
    return not plain, _because(environ, "TERM") if plain else SettingReason("ruled in", "TERM")


def _because(environ: Mapping[str, str], name: str) -> SettingReason:
    return SettingReason("it is", name, _shown(environ[name]))


def _shown(value: str) -> str:
    """The value of a variable, made safe to print."""
    return "".join(char if char.isprintable() else "?" for char in value[:40])


def _is_utf8(name: str) -> bool:
    return name.lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig", "cp65001")
