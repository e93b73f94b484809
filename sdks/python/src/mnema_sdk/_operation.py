"""What a client knows about an operation of the contract."""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias, TypeVar

from mnema_sdk._settings import Credential

Result = TypeVar("Result")
Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Operation(Generic[Result]):
    """The method, path and other properties of an operation."""

    def __init__(
        self,
        method: Method,
        path: str,
        response: str | None,
        *,
        keyed: bool = False,
        conditional: bool = False,
        repeatable: bool = True,
        credential: Credential = "any",
        prefer: str | None = None,
    ) -> None:
        """Describe an operation.

        Args:
            method: The HTTP method.
            path: The path, with names in braces where ids go.
            response: Name of the model of its response in ``mnema_sdk.types``; None without a body.
            keyed: Whether it carries an ``Idempotency-Key``.
            conditional: Whether it takes an ``If-Match``.
            repeatable: Whether it may be retried although the server may have done it.
            credential: The credential that it needs.
            prefer: The value of the header ``Prefer``.
        """
        self.method: Method = method
        self.path = path
        self.response = response
        self.keyed = keyed
        self.conditional = conditional
        self.repeatable = repeatable
        self.credential: Credential = credential
        self.prefer = prefer

    def minimal(self) -> Operation[None]:
        """Return the same operation for a response without a body."""
        return Operation(
            self.method,
            self.path,
            None,
            keyed=self.keyed,
            conditional=self.conditional,
            repeatable=self.repeatable,
            credential=self.credential,
            prefer="return=minimal",
        )
