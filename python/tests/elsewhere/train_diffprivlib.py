"""Trains diffprivlib's logistic regression many times, in an environment that has it.

Reads {"x", "y", "data_norm", "C", "epsilons", "times"} and prints, for each ε, the coefficients of
each model, as JSON.
"""

import json
import sys
import warnings

import numpy as np
from diffprivlib.models import LogisticRegression


def main() -> None:
    asked = json.load(sys.stdin)
    x, y = np.array(asked["x"]), np.array(asked["y"])
    # A tolerance that small is not always reached in the steps that diffprivlib allows.
    warnings.simplefilter("ignore")

    def coefficients(epsilon: float) -> list[float]:
        model = LogisticRegression(
            epsilon=epsilon,
            data_norm=asked["data_norm"],
            C=asked["C"],
            fit_intercept=False,
            tol=1e-9,
            max_iter=1000,
        )
        return [float(value) for value in model.fit(x, y).coef_.ravel()]

    found = [[coefficients(epsilon) for _ in range(asked["times"])] for epsilon in asked["epsilons"]]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
