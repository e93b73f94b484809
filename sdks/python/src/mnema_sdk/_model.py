"""The base of the models of all responses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional, Protocol, TypeVar, cast, overload

from pydantic import BaseModel, ConfigDict

Item = TypeVar("Item")


class Model(BaseModel):
    """A part of a response.

    Fields that this version does not have are kept, in ``model_extra``. Fields that an older server does not send are
    None.
    """

    model_config = ConfigDict(extra="allow", defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **arguments: Any) -> None:
        """Make all fields optional at run time; their types state the responses of a server of this version."""
        super().__pydantic_init_subclass__(**arguments)
        for field in cls.model_fields.values():
            if field.is_required():
                field.default = None
                field.annotation = cast("Any", Optional[cast("Any", field.annotation)])  # noqa: UP045 (the type exists only at run time)


class HasResults(Protocol[Item]):
    """A response with a list of results."""

    @property
    def results(self) -> list[Item]:
        """The list."""
        ...


class ModelOfResults(Model):
    """A response that is used like the list of its results."""

    def __iter__(self: HasResults[Item]) -> Iterator[Item]:  # pyright: ignore[reportIncompatibleMethodOverride] (pydantic's own iterates over the names of fields)
        """Iterate over the results."""
        return iter(self.results)

    def __len__(self: HasResults[Any]) -> int:
        """Return the number of results."""
        return len(self.results)

    @overload
    def __getitem__(self: HasResults[Item], position: int) -> Item: ...

    @overload
    def __getitem__(self: HasResults[Item], position: slice) -> list[Item]: ...

    def __getitem__(self: HasResults[Item], position: int | slice) -> Item | list[Item]:
        """Return the result at this position, or those of a range."""
        return self.results[position]
