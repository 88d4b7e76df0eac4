"""How much the tests look at: a part of it every day, all of it with ``EVERY_LOOK`` (``make test-all``)."""

from __future__ import annotations

import os
from typing import Final

EVERY_LOOK: Final = bool(os.environ.get("EVERY_LOOK"))
