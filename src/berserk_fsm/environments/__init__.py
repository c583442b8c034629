"""The machine as an environment for learning agents, through the interface of PettingZoo.

Needs the extra ``environments``: ``pip install "berserk-fsm[environments]"``. Nothing else in the package does.

* :func:`env` makes the environment for :class:`pettingzoo.AECEnv` code, with the wrappers PettingZoo recommends;
  :class:`~berserk_fsm.environments.aec.BerserkEnv` is the environment itself;
* :mod:`~berserk_fsm.environments.observation` says field by field what agents see.

Two agents that play at random:

>>> from berserk_fsm import Action
>>> from berserk_fsm.environments import env
>>> strike = Action("strike", by="A", speed="slow", target="wall", roll=True, add=("hit",))
>>> game = env([strike, Action("parry", by="B", block="strike")], events=100)
>>> game.reset(seed=7)
>>> moves = 0
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     if terminated or truncated:
...         game.step(None)
...     else:
...         game.step(game.action_space(agent).sample(observation["action_mask"]))
...         moves += 1
>>> moves, game.agents
(100, [])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from berserk_fsm.environments.missing import MissingExtra

if TYPE_CHECKING:
    from berserk_fsm.environments.aec import BerserkEnv, Reward, env
    from berserk_fsm.environments.observation import Field, fields_of

__all__ = ["BerserkEnv", "Field", "MissingExtra", "Reward", "env", "fields_of"]

# Where each name lives; they are imported when first used, so that what is missing is missed by those who need it.
_HOME_OF = {
    "BerserkEnv": "berserk_fsm.environments.aec",
    "Field": "berserk_fsm.environments.observation",
    "Reward": "berserk_fsm.environments.aec",
    "env": "berserk_fsm.environments.aec",
    "fields_of": "berserk_fsm.environments.observation",
}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)
