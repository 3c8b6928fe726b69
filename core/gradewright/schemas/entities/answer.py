"""``BaseAnswer``: answer templates as classes of a script, verified by the engine's own rules.

A class that a script defines is the script's own code and runs as such. A template that comes with a file is another
matter: that is read by its syntax, see :mod:`gradewright.formats.template_source`. The class itself is the one of
:mod:`gradewright.verify.answer_class`.
"""

from __future__ import annotations

from typing import ClassVar

from gradewright.model.template import Template
from gradewright.schemas.arguments import BadArgument
from gradewright.schemas.patterns import script_patterns
from gradewright.verify import answer_class
from gradewright.verify.answer_class import FieldResults
from gradewright.verify.compared_fields import declared_template
from gradewright.workers.patterns import PatternRunner

__all__ = ["BaseAnswer", "FieldResults"]


class BaseAnswer(answer_class.BaseAnswer):
    """The base of answer templates. Subclass it and declare fields with ``VerifiedField``.

    A class with compared fields gets ``verify()`` and ``verify_granular()`` where it defines none of its own. A method
    ``ground_truth(self)``, or ``model_post_init``, may set ``self.correct`` and ``self.regex``.
    """

    __refusal__: ClassVar[type[Exception]] = BadArgument

    @classmethod
    def pattern_runner(cls) -> PatternRunner:
        """Return the watched runner of the script: its patterns may come from anywhere."""
        return script_patterns()

    @classmethod
    def declared_template(cls) -> Template | None:
        """Return the compared fields and the strategy as the engine has them, or None where no field is compared."""
        template = declared_template(cls)
        return template if template.fields else None
