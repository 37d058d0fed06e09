"""σ, ε(δ) and the privacy loss distribution of the accountants against dp-accounting's."""

from __future__ import annotations

import pytest

import expost

pld = pytest.importorskip(
    "dp_accounting.pld.privacy_loss_distribution", reason="there is no dp-accounting here"
)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 8.0])
@pytest.mark.parametrize("delta", [1e-5, 1e-10])
def test_the_gaussian_mechanism(epsilon: float, delta: float) -> None:
    """Theirs is pessimistic by its grid, ours by rounding."""
    sigma = expost.gaussian_sigma(epsilon, delta, 1.0)
    theirs = pld.from_gaussian_mechanism(
        sigma, value_discretization_interval=1e-5 * max(1.0, epsilon)
    ).get_epsilon_for_delta(delta)
    assert theirs == pytest.approx(epsilon, rel=2e-3)


@pytest.mark.parametrize("steps", [1, 100])
def test_full_gradient_descent_is_one_gaussian_mechanism(steps: int) -> None:
    plan = expost.plan(mechanism="noisy-gradient-descent", epsilon=1, delta=1e-6, clip=1, steps=steps)
    multiplier = plan["model"]["multiplier"]
    distribution = pld.from_gaussian_mechanism(multiplier / steps**0.5, value_discretization_interval=1e-5)
    assert distribution.get_epsilon_for_delta(1e-6) == pytest.approx(1, rel=2e-3)


def test_poisson_sampled_gradient_descent() -> None:
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
