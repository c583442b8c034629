"""Specifications made by hand, shaped like the real one: the layout is tested apart from the rules."""

from __future__ import annotations

from collections.abc import Sequence

from berserk_fsm.machine.specification import Call, Row, Specification, StateDef, StateKind
from berserk_fsm.rules.profiles import default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text

PHASES = (("initial", "Начальная фаза"), ("main", "Главная фаза"), ("final", "Финальная фаза"))
STEPS = (
    ("legality_check", "Проверка легальности", False),
    ("reserve_resources", "Резервирование ресурсов", False),
    ("fix_target", "Окончательное определение цели", True),
    ("dice_roll", "Бросок кубика", True),
    ("apply_effect", "Расчёт и применение эффекта", True),
    ("after_effect", "Завершение", True),
    ("payment", "Оплата", True),
    ("removal", "Удаление из стека", True),
)


class Maker:
    """Collects states and rows."""

    def __init__(self) -> None:
        self.states: dict[str, StateDef] = {}
        self.rows: list[Row] = []
        self.phase: str | None = None
        self.step: str | None = None
        self.window: str | None = None

    def state(
        self,
        path: str,
        kind: StateKind,
        ru: str,
        initial: str | None = None,
        holder: str | None = None,
        deactivated: bool = False,
    ) -> str:
        en = path.rpartition(".")[2].replace("_", " ").capitalize()
        self.states[path] = StateDef(
            path,
            kind,
            Text(ru, en),
            ("302.12",),
            initial=None if initial is None else f"{path}.{initial}",
            phase=self.phase,
            step=self.step,
            window=self.window,
            holder=holder,  # type: ignore[arg-type]
            deactivated=deactivated,
        )
        return path

    def row(
        self,
        source: str,
        kind: str,
        target: str,
        ru: str,
        automatic: bool = False,
        guards: Sequence[str] = (),
        effects: Sequence[str] = (),
    ) -> None:
        self.rows.append(
            Row(
                f"{source}/{kind}",
                kind.partition("(")[0],
                source,
                kind.partition("(")[0],
                automatic,
                tuple(Call(name) for name in guards),
                tuple(Call(name) for name in effects),
                target,
                ("303.3", "303.6"),
                Text(ru, kind.replace("_", " ")),
                Text("", ""),
            )
        )

    def make_window(self, path: str, kind: str, after: str) -> None:
        self.window = kind
        self.state(path, "composite", "Окно приоритета", "active_holds")
        for holder, ru in (("active", "Владеет Активный"), ("nonactive", "Владеет Неактивный")):
            holds = self.state(f"{path}.{holder}_holds", "composite", ru, "deciding", holder)
            self.state(f"{holds}.deciding", "decision", "решает", holder=holder)
            self.state(f"{holds}.has_declared", "decision", "заявил", holder=holder)
        self.window = None
        manners = ["slow"] if kind == "phase" and self.phase == "main" else []
        for holder, opponent in (("active", "nonactive"), ("nonactive", "active")):
            holds = f"{path}.{holder}_holds"
            for leaf in ("deciding", "has_declared"):
                for manner in [*manners, "fast", "triggered"]:
                    self.row(
                        f"{holds}.{leaf}",
                        f"declare({manner})",
                        f"{holds}.has_declared",
                        f"заявляет: {manner}",
                        guards=(f"may_{manner}", "is_holder"),
                        effects=("enqueue",),
                    )
            self.row(
                f"{holds}.has_declared",
                "hand_over",
                f"{path}.{opponent}_holds",
                "передаёт приоритет",
                effects=("clear_passes", "swap_holder"),
            )
            self.row(
                f"{holds}.deciding",
                "pass_priority",
                f"{path}.{opponent}_holds",
                "пасует",
                guards=("no_pass_before",),
                effects=("count_pass", "swap_holder"),
            )
            self.row(
                f"{holds}.deciding",
                "both_passed",
                after,
                "оба спасовали",
                guards=("one_pass_before",),
                effects=("close_window",),
            )


def small_spec(title: str = "Ход") -> Specification:
    """One phase with one window, and an execution of two states."""
    m = Maker()
    m.state("start", "automatic", "Начало")
    m.state("turn", "composite", title)
    m.phase = "main"
    phase = m.state("turn.main_phase", "composite", "Главная фаза", "entering")
    m.state(f"{phase}.entering", "automatic", "вход в фазу", deactivated=True)
    m.make_window(f"{phase}.window", "phase", f"{phase}.execution")
    m.state(f"{phase}.execution", "composite", "Выполнение", "transfer")
    m.state(f"{phase}.execution.transfer", "automatic", "очередь → стек")
    m.state(f"{phase}.execution.next", "junction", "что дальше")
    m.row("start", "enter", phase, "старт", automatic=True)
    m.row(f"{phase}.entering", "entered", f"{phase}.window", "открыть окно", automatic=True)
    m.row(f"{phase}.execution.transfer", "transferred", f"{phase}.execution.next", "перенесено", automatic=True)
    m.row(f"{phase}.execution.next", "continue", f"{phase}.window", "стек пуст", automatic=True)
    m.row(f"{phase}.execution", "end", phase, "новый ход", automatic=True)
    return _spec(m)


def big_spec() -> Specification:
    """Three phases of seven windows, four clusters deep."""
    m = Maker()
    m.state("start", "automatic", "Начало игры")
    m.state("turn", "composite", "Ход")
    for number, (phase_id, ru) in enumerate(PHASES):
        m.phase = phase_id
        phase = m.state(f"turn.{phase_id}_phase", "composite", ru, "entering")
        m.state(f"{phase}.entering", "automatic", "вход в фазу", deactivated=True)
        m.make_window(f"{phase}.window", "phase", f"{phase}.passed")
        m.state(f"{phase}.passed", "junction", "оба спасовали")
        execution = m.state(f"{phase}.execution", "composite", "Выполнение", "transfer")
        m.state(f"{execution}.transfer", "automatic", "очередь → стек")
        m.state(f"{execution}.choose", "junction", "начать или продолжить")
        for at, (step, step_ru, has_window) in enumerate(STEPS):
            m.step = step
            following = f"{execution}.{STEPS[at + 1][0]}" if at + 1 < len(STEPS) else f"{execution}.choose"
            if has_window:
                inside = m.state(f"{execution}.{step}", "composite", step_ru, "window")
                kind = {"removal": "removal", "payment": "off_stack"}.get(step, "step")
                m.make_window(f"{inside}.window", kind, f"{inside}.perform")
                m.state(f"{inside}.perform", "automatic", step_ru, deactivated=step == "apply_effect")
                m.row(f"{inside}.perform", "done", following, "дальше", automatic=True, effects=("next_step",))
                m.row(
                    f"{inside}.perform",
                    "interrupted",
                    f"{execution}.transfer",
                    "очередь не пуста",
                    automatic=True,
                )
                m.row(
                    f"{execution}.choose",
                    f"continue({step})",
                    f"{inside}.perform",
                    "продолжить",
                    automatic=True,
                    guards=("step_is",),
                )
            else:
                m.state(f"{execution}.{step}", "automatic", step_ru)
                m.row(f"{execution}.{step}", "legal", following, "проверено", automatic=True)
                m.row(
                    f"{execution}.{step}",
                    "cancelled",
                    f"{execution}.removal",
                    "снято без оплаты",
                    automatic=True,
                    guards=("not_legal",),
                    effects=("cancel",),
                )
        m.step = None
        m.row(f"{execution}.transfer", "transferred", f"{execution}.choose", "перенесено", automatic=True)
        m.row(f"{execution}.choose", "begin", f"{execution}.legality_check", "начать", automatic=True)
        m.row(f"{execution}.choose", "empty", f"{phase}.window", "стек пуст", automatic=True)
        m.row(f"{phase}.entering", "entered", f"{phase}.window", "открыть окно", automatic=True)
        m.row(f"{phase}.passed", "execute", execution, "есть что выполнять", automatic=True)
        following = f"turn.{PHASES[(number + 1) % 3][0]}_phase"
        m.row(
            f"{phase}.passed",
            "phase_ends",
            following,
            "очередь и стек пусты",
            automatic=True,
            effects=("next_phase",),
        )
    m.row("start", "start", "turn.main_phase", "начать с главной фазы", automatic=True)
    return _spec(m)


def _spec(m: Maker) -> Specification:
    return Specification(default_profile(), Readings(), "start", m.states, tuple(m.rows), ())
