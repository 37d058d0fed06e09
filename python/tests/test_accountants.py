"""σ, ε(δ) and privacy loss distributions against dp-accounting, autodp and riskcal."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import expost

for _name in ("dp_accounting", "autodp", "riskcal"):
    pytest.importorskip(_name, reason=f"there is no {_name} here")

accountants = import_module("accountants")
pld = import_module("dp_accounting.pld.privacy_loss_distribution")


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 8.0])
@pytest.mark.parametrize("delta", [1e-5, 1e-10])
def test_the_gaussian_mechanism(epsilon: float, delta: float) -> None:
    """Theirs is pessimistic by its grid, ours by rounding."""
    sigma = expost.gaussian_sigma(epsilon, delta, 1.0)
    theirs = pld.from_gaussian_mechanism(
        sigma, value_discretization_interval=1e-5 * max(1.0, epsilon)
    ).get_epsilon_for_delta(delta)
    assert theirs == pytest.approx(epsilon, rel=2e-3)


@pytest.mark.parametrize("budget", accountants.BUDGETS)
def test_the_least_noise_of_the_gaussian_mechanism(budget: tuple[float, float]) -> None:
    sigmas = accountants.gaussian_sigmas(*budget)
    # dp-accounting searches to within 1e-6, autodp to within 1e-5.
    assert sigmas["expost"] == pytest.approx(sigmas["dp-accounting"], rel=1e-6)
    assert sigmas["expost"] == pytest.approx(sigmas["autodp"], rel=2e-5)


@pytest.mark.parametrize("steps", [1, 100])
def test_full_gradient_descent_is_one_gaussian_mechanism(steps: int) -> None:
    plan = expost.plan(mechanism="noisy-gradient-descent", epsilon=1, delta=1e-6, clip=1, steps=steps)
    multiplier = plan["model"]["multiplier"]
    distribution = pld.from_gaussian_mechanism(multiplier / steps**0.5, value_discretization_interval=1e-5)
    assert distribution.get_epsilon_for_delta(1e-6) == pytest.approx(1, rel=2e-3)


@pytest.fixture(name="answers", scope="module", params=accountants.DESCENTS)
def _answers(request: Any) -> dict[str, float]:
    return accountants.descent_epsilons(*request.param)


def test_descents_by_privacy_loss_distributions(answers: dict[str, float]) -> None:
    """All bound the same ε from above, and as tightly.

    Their grids of 1e-4 and the clip norm's 1e-5 move ε by 3e-5 of itself at most.
    """
    own = answers.get("expost gaussian", answers.get("expost pld"))
    assert own == pytest.approx(answers["dp-accounting pld"], rel=1e-4)
    assert own == pytest.approx(answers["riskcal"], rel=1e-4)


def test_descents_by_renyi_orders(answers: dict[str, float]) -> None:
    """The same moments at other orders: ours are 49 powers, from which ε may be 0.5 % larger.

    autodp's moments of a sampled step are bounds themselves, up to 3 % in ε.
    """
    if "expost gaussian" in answers:
        assert answers["expost gaussian"] < min(answers["dp-accounting rdp"], answers["autodp rdp"])
        return
    assert answers["expost pld"] < answers["expost rdp"]
    assert 0.9999 < answers["expost rdp"] / answers["dp-accounting rdp"] < 1.005
    assert 0.995 < answers["autodp rdp"] / answers["expost rdp"] < 1.03


def test_a_plan_keeps_its_budget_by_another_accountant() -> None:
    """Steps with sampling, composed by either program."""
    steps, rate = 200, 0.02
    plan = expost.plan(
        mechanism="noisy-gradient-descent",
        epsilon=1,
        delta=1e-6,
        clip=1,
        steps=steps,
        rate=rate,
        accountant="pld",
    )
    once = pld.from_gaussian_mechanism(
        plan["model"]["multiplier"], sampling_prob=rate, value_discretization_interval=1e-4
    )
    theirs = once.self_compose(steps).get_epsilon_for_delta(1e-6)
    # Theirs rounds each step's loss up by as much as its grid, ours is tighter or as tight.
    assert theirs == pytest.approx(1, rel=3e-2)
