"""Lets Schemathesis send lines of JSON, which it does not know."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def serialize_lines(_context: schemathesis.SerializationContext, value: object) -> bytes:
    """Write the value as one line of JSON."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()
