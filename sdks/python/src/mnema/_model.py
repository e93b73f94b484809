"""What all models of answers have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of an answer. Fields that this version does not know are kept, in ``model_extra``."""

    model_config = ConfigDict(extra="allow", defer_build=True)
