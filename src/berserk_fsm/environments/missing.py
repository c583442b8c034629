"""What is said where the packages of the extra are not installed."""

from __future__ import annotations

from berserk_fsm.errors import BilingualError

__all__ = ["MissingExtra"]


class MissingExtra(BilingualError, ImportError):
    """A package is needed that comes with the extra ``environments``; the message says how to install it.

    Args:
        package: the package that is not installed.

    >>> MissingExtra("pettingzoo").text("ru")
    'пакет pettingzoo не установлен; поставьте: pip install "berserk-fsm[environments]"'
    """

    def __init__(self, package: str) -> None:
        how = 'pip install "berserk-fsm[environments]"'
        super().__init__(
            f"the package {package} is not installed; to install it: {how}",
            f"пакет {package} не установлен; поставьте: {how}",
        )
        self.package = package

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str]]:
        return MissingExtra, (self.package,)
