"""J(θ) = Σ log(1 + exp(−y xᵀθ)) + λ/2 ‖θ‖², and the minimiser of J(θ) + bᵀθ with a residual that is certified."""

import math

import numpy as np

UNIT_ROUNDOFF = 2.0**-53
MAXIMUM_STEPS = 200
# In halves of an ulp: 8 for an exponential that is right to 4 ulp, which is assumed of numpy, and one each for a sum, a quotient
# and a product.
DERIVATIVE_ROUNDINGS = 12


class NotConverged(Exception):
    """Training did not reach the precision that the accounting needs; nothing may be published."""


class LogisticObjective:
    """x: n rows of length d with norm at most 1; y: −1 or +1; ridge: λ > 0. Sums, not means."""

    def __init__(self, x, y, ridge):
        self.x, self.y, self.ridge = x, y, ridge

    def derivatives(self, theta):
        """f' and f'' of each row at xᵀθ; the exponential's argument is never positive."""
        margin = self.y * (self.x @ theta)
        small = np.exp(-np.abs(margin))
        first = -self.y * np.where(margin >= 0, small, 1) / (1 + small)
        return first, small / (1 + small) ** 2

    def value(self, theta):
        losses = np.logaddexp(0, -self.y * (self.x @ theta))
        return math.fsum(losses) + self.ridge / 2 * (theta @ theta)

    def gradient(self, theta):
        return self.x.T @ self.derivatives(theta)[0] + self.ridge * theta

    def hessian(self, theta):
        """∇²J: with λ on the diagonal, symmetric to the last bit."""
        second = self.derivatives(theta)[1]
        upper = np.triu((self.x.T * second) @ self.x) + np.diag(np.full(len(theta), self.ridge))
        return upper + np.triu(upper, 1).T

    def certified_residual(self, theta, b):
        """A number that ‖∇J(θ) + b‖ is not above, rounding included. Bounds are widened by it."""
        first, second = self.derivatives(theta)
        total = np.array(
            [math.fsum([*(first * self.x[:, j]), self.ridge * theta[j], b[j]]) for j in range(len(theta))]
        )
        lengths = np.linalg.norm(self.x, axis=1)
        # f' by itself, and what the rounding of xᵀθ does to it, in whichever order numpy adds.
        of_rows = lengths * (
            DERIVATIVE_ROUNDINGS * np.abs(first) + second * (len(theta) + 1) * lengths * np.linalg.norm(theta)
        )
        of_sums = self.ridge * np.linalg.norm(theta) + (len(theta) + 4) * np.linalg.norm(total)
        return float(np.linalg.norm(total) + 1.01 * UNIT_ROUNDOFF * (of_rows.sum() + 2 * of_sums))


def minimise(objective, b):
    """argmin J(θ) + bᵀθ by Newton's method with a line search. Returns θ and its certified residual, or raises NotConverged."""
    tolerance = 1e-10 * max(1.0, float(np.linalg.norm(b)))
    theta = np.zeros(len(b))
    height = objective.value(theta) + b @ theta
    gradient = objective.gradient(theta) + b
    for _ in range(MAXIMUM_STEPS):
        was_close = np.linalg.norm(gradient) <= tolerance
        step = -np.linalg.solve(objective.hessian(theta), gradient)
        slope = gradient @ step
        length = 1.0
        while length > 1e-18:
            candidate = theta + length * step
            candidate_height = objective.value(candidate) + b @ candidate
            candidate_gradient = objective.gradient(candidate) + b
            # Near the minimum the heights differ by less than their rounding; there the gradient decides.
            rounding = 32 * UNIT_ROUNDOFF * (abs(height) + np.linalg.norm(b) * np.linalg.norm(candidate))
            falls = candidate_height <= height + 1e-4 * length * slope
            flattens = np.linalg.norm(candidate_gradient) <= (1 - 0.1 * length) * np.linalg.norm(gradient)
            if falls or (flattens and candidate_height <= height + rounding):
                break
            length /= 2
        else:
            break
        theta, height, gradient = candidate, candidate_height, candidate_gradient
        # One step more than needed: near the end each doubles the digits.
        if was_close:
            break
    residual = objective.certified_residual(theta, b)
    if not residual <= 10 * tolerance:
        raise NotConverged(f"training ended with a residual of {residual}, where about {tolerance} is needed")
    return theta, residual
