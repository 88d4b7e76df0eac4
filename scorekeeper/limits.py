"""How much of the server and of the app a visitor may take up; docs/security.md tells the same numbers.

The server of ``scorekeeper serve`` keeps all of them. Under another WSGI server only those of one body and of
its fields are kept, which the app itself looks at.
"""

from __future__ import annotations

from typing import Final

# Connections
CONNECTIONS: Final = 1000  # at once; each takes some kilobytes
CONNECTIONS_OF_AN_ADDRESS: Final = (
    400  # of which nobody was let in yet: 60 phones open 360 at the same moment
)

# Seconds
WAIT: Final = 20  # for a greeting, for the whole head of a request, for LEAST of a body or of an answer
LEAST: Final = 20_000  # bytes of a body or of an answer within WAIT, where there are so many: 1 kB a second

# What is sent
HEAD: Final = 16_000  # bytes
BODY: Final = 16_000  # bytes, from a phone that was not let in, and of unknown length from any
BODY_OF_A_PHONE: Final = 5_000_000  # bytes, from a phone that was let in
BODIES_OF_ONE: Final = 10_000_000  # bytes, at once from a phone that was let in, or from an address without
BODIES: Final = 64_000_000  # bytes, at once from everybody
FIELDS: Final = 10  # of a form, from a phone that was not let in
FIELDS_OF_A_PHONE: Final = 2_000  # from a phone that was let in

# What is answered
ANSWER: Final = 1_000_000  # bytes of an answer that are kept in memory; of a longer one, all of it in a file
UNSENT: Final = 64_000  # bytes that the system keeps of it: with few, a reader is seen to read slowly

# How the server and the app speak of a visitor, in the environment of a request.
LET_IN: Final = "scorekeeper.let_in"  # a function, told the id of the phone once it is known to be let in
BODY_FOLLOWS: Final = (
    "scorekeeper.body_follows"  # set: nothing of the body was read, may it be sent? Yes is 100
)
