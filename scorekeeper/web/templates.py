"""Templates, compiled once in a process for all of its apps: groups have the same pages as any other."""

from __future__ import annotations

from types import CodeType
from typing import Final

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class _Compiled(BytecodeCache):
    """In memory, by template, for apps whose environments have the same options, filters and extensions."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._codes.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key] = bucket.checksum, bucket.code


_COMPILED: Final = _Compiled()


def init_app(app: Flask) -> None:
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "bytecode_cache": _COMPILED}
