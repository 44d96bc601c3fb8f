"""All forms; the modules named here put them into one table."""

from __future__ import annotations

from tests.forms import attention, layers, positions, training
from tests.forms.form import FORMS

__all__ = ["FORMS", "attention", "layers", "positions", "training"]
