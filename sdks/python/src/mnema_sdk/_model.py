"""The base of the models of all responses."""

from __future__ import annotations

from typing import Any, Optional, cast

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of a response.

    Fields that this version does not have are kept, in ``model_extra``. Fields that an older server does not send are
    None.
    """

    model_config = ConfigDict(extra="allow", defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **arguments: Any) -> None:
        """Makes all fields optional at run time; their types state the responses of a server of this version."""
        super().__pydantic_init_subclass__(**arguments)
        for field in cls.model_fields.values():
            if field.is_required():
                field.default = None
                field.annotation = cast("Any", Optional[cast("Any", field.annotation)])  # noqa: UP045 (the type exists only at run time)
