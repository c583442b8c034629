"""One target under atheris: ``python -m tests.fuzz.atheris_target NAME [OPTION OF LIBFUZZER…] [CORPUS]``."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random

from tests.fuzz.mangling import mangled


def main() -> None:
    """Fuzz the target named by the first argument."""
    # Here, for it is not to be had everywhere; and before the package, whose code it changes as it is imported.
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["berserk_fsm"]):
        target = import_module("tests.fuzz.targets").TARGETS[sys.argv.pop(1)]

    def mutated(data: bytes, max_size: int, seed: int) -> bytes:
        """Half of the time what libFuzzer would do, else a text spoiled so that much of it stays right."""
        rng = Random(seed)
        if not data or rng.random() < 0.5:
            return bytes(atheris.Mutate(data, max_size))
        return mangled(rng, data)[:max_size]

    atheris.Setup(sys.argv, lambda data: target(data) and None, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
