"""What all models of answers have in common."""

from __future__ import annotations

from typing import Any, Optional, cast

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of an answer.

    Fields that this version does not know are kept, in ``model_extra``. A field that an older server does not send
    is None.
    """

    model_config = ConfigDict(extra="allow", defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **arguments: Any) -> None:
        """Nothing is required at run time; the types go on saying what every server of this version sends."""
        super().__pydantic_init_subclass__(**arguments)
        for field in cls.model_fields.values():
            if field.is_required():
                field.default = None
                field.annotation = cast("Any", Optional[cast("Any", field.annotation)])  # noqa: UP045 (a type that is only known here)
