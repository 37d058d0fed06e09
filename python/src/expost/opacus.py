"""Models trained by Opacus: their path is recorded during the training, and becomes a report.

Opacus' accountant counts every noisy gradient as published, so the iterates may be published.
docs/noisy-gradient-descent.md, section 11, says which trainings are covered, and docs/networks.md
which networks.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._modules import arithmetic_of, loss_of, network_of, parameters_of
from .errors import ArgumentError, PrivacyLeakWarning
from .ledger import Limit
from .publication import Publication, attach
from .report import Progress, Report
from .study import AnyStudy, study_document
from .tables import Data

if TYPE_CHECKING:
    from opacus.optimizers import DPOptimizer

__all__ = ["DescentLog"]

_SAME = 1e-9
#: Settings of torch's SGD in each step besides the rate: a report states one value for all.
_CONSTANT = ("momentum", "weight_decay", "dampening", "nesterov", "maximize")


class DescentLog:
    """Records the iterates before every step of an optimizer of Opacus.

    >>> log = expost.opacus.DescentLog(optimizer, sample_rate=loader.sample_rate)
    >>> ...  # train
    >>> publication = log.attach(data, study)

    >>> log = expost.opacus.DescentLog(  # of a network
    ...     optimizer, module=model, criterion=loss, sample_rate=loader.sample_rate)

    It uses torch's own hook, so that Opacus' accountant keeps the one of `attach_step_hook`.
    Batches that `BatchMemoryManager` splits are one step.

    Parameters
    ----------
    optimizer
        With flat clipping, and the module's parameters; without a module one parameter: the weights
        of a linear layer without a bias, of shape (1, d) or (K, d). Nothing was trained with it
        yet.
    sample_rate
        Probability with which a record takes part in a step (`DPDataLoader.sample_rate`); 1: all
        of them take part. There is no default: bounds are too small where it is another.
    module
        The network, an `nn.Sequential` (nested ones too) of the layers in docs/networks.md, or what
        Opacus made of it.
    criterion
        The network's loss: `CrossEntropyLoss`, `BCEWithLogitsLoss` or `MSELoss` with their
        defaults. Labels are those of the study: 0 and 1 for the second, -1 to 1 for the third.
    input_shape
        (features,) or (channels, height, width) of a network that doesn't begin with `Linear`.

    Raises
    ------
    ArgumentError
        For other optimizers, layers and criterions, each by name with the reason. During the
        training also where noise, clip norm or divisor change, or where a step adds up several
        batches.
    """

    def __init__(
        self,
        optimizer: DPOptimizer,
        *,
        sample_rate: float,
        module: Any = None,
        criterion: Any = None,
        input_shape: Sequence[int] | None = None,
    ) -> None:
        from opacus.optimizers import DPOptimizer

        if type(optimizer) is not DPOptimizer:
            raise ArgumentError(
                "optimizer must be Opacus' DPOptimizer with flat clipping, but is a "
                f"{type(optimizer).__name__}",
                code="unsupported",
            )
        self._optimizer: Any = optimizer
        self._network: dict[str, Any] | None = None
        self._grid = 0.0
        #: Gradients are so many times those of Expost's loss.
        self._times = 1.0
        if module is not None:
            if criterion is None:
                raise ArgumentError("criterion must be given with a module", code="missing")
            self._network = network_of(module, input_shape)
            self._module = module
            self._parameters = parameters_of(module, optimizer)
            self._loss, self._times = loss_of(criterion, optimizer.loss_reduction)
            self._arithmetic = arithmetic_of(self._parameters, self._network)
        elif len(optimizer.params) != 1:
            raise ArgumentError(
                f"optimizer must have one parameter, the weights of a linear layer without a bias, "
                f"but has {len(optimizer.params)}: a constant column has the place of a bias, or give module "
                "and criterion",
                code="unsupported",
            )
        self._sample_rate = float(sample_rate)
        self._iterates: list[np.ndarray[Any, Any]] = []
        self._rates: list[float] = []
        #: `_CONSTANT` in every step.
        self._settings: list[dict[str, float]] = []
        self._stated = self._scales()
        optimizer.original_optimizer.register_step_pre_hook(self._before_step)

    @property
    def theta(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The model as it is now, shape (D,): class by class, or a network layer by layer."""
        if self._network is None:
            return self._weights().ravel().copy()
        return np.concatenate([_numbers(parameter).ravel() for parameter in self._parameters])

    @property
    def iterates(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The iterates before every step so far, shape (T, D)."""
        return np.array(self._iterates).reshape(len(self._iterates), self.theta.size)

    @property
    def sigma(self) -> float:
        """The noise on the sum of clipped gradients: noise_multiplier × max_grad_norm.

        Half of it for `MSELoss`, whose gradient is twice that of the squared loss; so are clip norm
        and divisor.
        """
        multiplier, clip, _ = self._stated
        return multiplier * clip

    @property
    def mechanism(self) -> dict[str, Any]:
        """What a study's mechanism says of this training, without its loss.

        The divisor is Opacus' `expected_batch_size`. `make_private` makes it of the number of
        records, as a data loader does rate and steps; set them to round public numbers.

        Raises
        ------
        ArgumentError
            Where the steps are not those of torch's SGD with plain momentum, or where momentum or
            weight decay changed between steps, as `OneCycleLR` does: a study can state another
            public rule.
        """
        return {**self._training(), "update": self._update()}

    def keep_on_grid(self, step: float) -> None:
        """Round a network's parameters to multiples of a power of two, now and after every step.

        It is a public part of the rule, so the promise stays. A path on a grid is smaller when it
        is compressed (docs/networks.md, section 2).
        """
        import torch

        if self._network is None or self._iterates or not (step > 0 and float(np.frexp(step)[0]) == 0.5):
            raise ArgumentError(
                "step must be a power of two, for a network, before the first step", code="out-of-range"
            )
        self._grid = float(step)

        def rounded(*_: object) -> None:
            with torch.no_grad():
                for parameter in self._parameters:
                    parameter.copy_(torch.round(parameter / step) * step)

        rounded()
        self._optimizer.original_optimizer.register_step_post_hook(rounded)

    def attach(
        self,
        data: Data,
        study: AnyStudy,
        *,
        samples: np.ndarray[Any, np.dtype[Any]] | None = None,
        order: Literal["classes-first"] | None = None,
        decimal_comma: bool = False,
        seed: int | None = None,
        secrets: bool = False,
        ledger: str | Path | None = None,
        limit: Limit | None = None,
        progress: Progress | None = None,
    ) -> Publication:
        """Make the report of the model, with its path.

        Parameters
        ----------
        data
            The rows that it was trained on.
        study
            What its mechanism leaves out is filled in as it was in the training. It may allow more
            steps than there were.
        samples
            Who took part in each step, shape (T, rows), to check the noise by.
        order
            As in `expost.attach`, where classes are as many as coordinates.
        secrets
            Refused, as by `expost.attach`.
        decimal_comma, seed, ledger, limit, progress
            As in `expost.attach`.

        Raises
        ------
        ArgumentError
            Where the study states something else than was done, or nothing was done, or where the
            module gives made-up records other scores than its layers say. Also as `mechanism` does,
            unless the study states another public rule.

        Warns
        -----
        PrivacyLeakWarning
            The study doesn't state the sampling rate, the divisor or the steps: Opacus makes them
            of the number of records, and they are published.
        """
        if not self._iterates:
            raise ArgumentError("The log has no steps: begin it before the training", code="missing")
        document = study_document(study)
        stated = dict(document.get("mechanism") or {})
        done = len(self._iterates)
        allowed = stated.get("steps") or done
        another_rule = "rule" in (stated.get("update") or {})
        found = self._training() if another_rule else self.mechanism
        mechanism = _filled(
            {**stated, "steps": allowed}, {**found, "steps": max(done, allowed)}, "/mechanism"
        )
        _warn_of_sizes(stated, mechanism)
        shape = self._weights().shape if self._network is None else self.theta.shape
        if self._network is not None:
            self._check_scores()
        return attach(
            self.theta.reshape(shape),
            data,
            {**document, "mechanism": mechanism},
            iterates=self.iterates.reshape(done, *shape),
            samples=samples,
            order=order,
            stopped_after=done if done < allowed else None,
            sigma=self.sigma,
            decimal_comma=decimal_comma,
            seed=seed,
            secrets=secrets,
            ledger=ledger,
            limit=limit,
            progress=progress,
        )

    def _weights(self) -> np.ndarray[Any, np.dtype[Any]]:
        """Return the parameter as it is shaped."""
        return _numbers(self._optimizer.params[0])

    def _scales(self) -> tuple[float, float, float]:
        """Return the noise multiplier, the clip norm, and what a noisy sum is divided by."""
        optimizer = self._optimizer
        mean = optimizer.loss_reduction == "mean"
        divisor = optimizer.expected_batch_size if mean else 1
        clip = float(optimizer.max_grad_norm) / self._times
        return float(optimizer.noise_multiplier), clip, float(divisor) / self._times

    def _before_step(self, *_: object) -> None:
        if self._scales() != self._stated:
            raise ArgumentError(
                "noise_multiplier, max_grad_norm and expected_batch_size must stay as they were when the "
                "log began",
                code="inconsistent",
            )
        if self._network is not None and (arithmetic_of(self._parameters, self._network) != self._arithmetic):
            raise ArgumentError(
                "numbers and backends must stay as they were when the log began", code="inconsistent"
            )
        if self._optimizer.accumulated_iterations != 1:
            raise ArgumentError(
                "a step must have one batch: call zero_grad after each, and split large ones with "
                "BatchMemoryManager",
                code="unsupported",
            )
        self._iterates.append(self.theta)
        self._rates.append(float(self._group()["lr"]))
        self._settings.append(self._step_settings())

    def _group(self) -> Mapping[str, Any]:
        """Return the settings of the parameter; a group may have none."""
        found: Mapping[str, Any] = next(group for group in self._optimizer.param_groups if group["params"])
        return found

    def _step_settings(self) -> dict[str, float]:
        """Return what the next step is done with, of `_CONSTANT`."""
        group = self._group()
        return {name: float(group.get(name) or 0) for name in _CONSTANT}

    def _training(self) -> dict[str, Any]:
        full = self._sample_rate == 1
        return {
            "name": "noisy-gradient-descent",
            "clip": self._stated[1],
            "steps": len(self._iterates),
            "sampling": {"kind": "full"} if full else {"kind": "poisson", "rate": self._sample_rate},
            "final": "last",
            "elsewhere": True,
            **self._of_network(),
        }

    def _of_network(self) -> dict[str, Any]:
        """Return what a study says of a network besides."""
        if self._network is None:
            return {}
        loss: dict[str, Any] = {"name": self._loss}
        if self._loss == "softmax":
            outputs = [layer["out"] for layer in self._network["layers"] if layer["kind"] == "dense"]
            loss |= {"classes": outputs[-1]}
        return {"loss": loss, "network": self._network, "arithmetic": self._arithmetic}

    def _check_scores(self) -> None:
        """Refuse a module that computes other scores of made-up records than its layers say."""
        import torch

        training = self._of_network()
        size = int(np.prod(training["network"]["input"]))
        x = np.random.default_rng(0).uniform(-1, 1, (100, size)).astype(np.float32).astype(np.float64)
        names = [f"x{i}" for i in range(size)]
        number: dict[str, Any] = {"kind": "number", "minimum": -1, "maximum": 1}
        levels = [f"{level}" for level in range(training["loss"].get("classes", 2))]
        labels = {
            "logistic": {"kind": "binary", "negative": "0", "positive": "1"},
            "squared": number,
            "softmax": {"kind": "category", "levels": levels},
        }
        mechanism = self._training()
        for key in ("elsewhere", "loss", "network"):
            mechanism.pop(key)
        mechanism |= {"sigma": self.sigma, "steps": 1, "update": {"rule": "other", "words": "-"}}
        likewise = Report(
            {
                "format": "expost-report",
                "version": 1,
                "title": "Made-up records",
                "published": "2026-01-01",
                "unit": "-",
                "features": [{"name": name, **number} for name in names],
                "scaling": {"range": [-1, 1]},
                "label": {"name": "y", **labels[self._loss]},
                "model": {
                    "loss": training["loss"],
                    "network": training["network"],
                    "mechanism": {**mechanism, "start": {"words": "-"}, "x-noise": "elsewhere"},
                    "theta": self.theta.tolist(),
                },
            }
        )
        said = likewise.predict(dict(zip(names, x.T, strict=True)))
        own = [name for name in said.column_names if name not in ("class", "probability")]
        with torch.no_grad():
            first = self._parameters[0]
            records = torch.tensor(x, dtype=first.dtype, device=first.device)
            scores = self._module(records.reshape(-1, *training["network"]["input"])).double().cpu()
            found = (torch.softmax(scores, 1) if self._loss == "softmax" else scores).numpy()
        expected = np.column_stack([said.column(name).to_numpy() for name in own])
        # A replaced layer is farther off; sums in floats lose digits where large scores cancel.
        tolerance = 1e-6 if self._arithmetic == "float64" else 1e-2
        if not np.allclose(found.reshape(len(x), -1), expected, rtol=tolerance, atol=tolerance):
            raise ArgumentError(
                "module gives made-up records other scores than its layers say: is a forward method "
                "replaced, or does a hook change what goes through?",
                code="inconsistent",
            )

    def _update(self) -> dict[str, Any]:
        from torch.optim import SGD

        # The last step's values say nothing of those before it.
        settings = self._settings or [self._step_settings()]
        first = settings[0]
        # A subclass may do anything else.
        if type(self._optimizer.original_optimizer) is not SGD or any(
            first[name] for name in ("dampening", "nesterov", "maximize")
        ):
            raise ArgumentError(
                'the steps must be those of torch.optim.SGD with plain momentum, or the study says "update": '
                '{"rule": "other", "words": …}',
                code="unsupported",
            )
        for step, found in enumerate(settings, 1):
            for name in _CONSTANT:
                if found[name] != first[name]:
                    raise ArgumentError(
                        f"{name} must be the same in all steps, but is {found[name]:g} in step {step} and "
                        f"{first[name]:g} before it (a schedule such as OneCycleLR moves momentum, unless "
                        'cycle_momentum=False), or the study says "update": {"rule": "other", "words": …}',
                        code="unsupported",
                    )
        divisor = self._stated[2]
        constant = len(set(self._rates)) == 1
        return {
            "rate": self._rates[0] if constant else self._rates,
            "momentum": first["momentum"],
            "ridge": first["weight_decay"] * divisor,
            "divisor": divisor,
            **({"parameterStep": self._grid} if self._grid else {}),
        }


def _numbers(parameter: Any) -> np.ndarray[Any, np.dtype[Any]]:
    values: np.ndarray[Any, np.dtype[Any]] = parameter.detach().cpu().double().numpy()
    return values


def _warn_of_sizes(stated: Mapping[str, Any], mechanism: Mapping[str, Any]) -> None:
    """Warn of what the study left to Opacus, which makes it of the number of records."""
    sizes = {
        "steps": ("steps",),
        **({"sampling.rate": ("sampling", "rate")} if "rate" in mechanism["sampling"] else {}),
        **({"update.divisor": ("update", "divisor")} if "divisor" in mechanism.get("update", {}) else {}),
    }

    def is_stated(path: tuple[str, ...]) -> bool:
        part: Any = stated
        for key in path:
            part = part.get(key) if isinstance(part, Mapping) else None
        return part is not None

    left = [name for name, path in sizes.items() if not is_stated(path)]
    if left:
        warnings.warn(
            f"The study's mechanism doesn't state {', '.join(left)}: taken from the training, and published. "
            "Opacus makes sampling rate, divisor and steps of the number of records, which the promise does "
            "not cover: state round public numbers, and train with them.",
            PrivacyLeakWarning,
            stacklevel=3,
        )


def _filled(stated: Mapping[str, Any], found: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return what is stated, with what was found where nothing is; refuse a difference."""
    result = dict(stated)
    for key, value in found.items():
        own = stated.get(key)
        if isinstance(value, Mapping) and isinstance(own, Mapping):
            result[key] = _filled(own, value, f"{place}/{key}")
        elif own is None:
            result[key] = value
        elif not _same(own, value):
            raise ArgumentError(
                f"{place}/{key} of the study must be that of the training, {value!r}, but is {own!r}",
                code="inconsistent",
            )
    return result


def _same(stated: Any, found: Any) -> bool:
    """Whether two values of a document are the same, but for the rounding of products."""
    if isinstance(stated, str) or isinstance(found, str) or np.shape(stated) != np.shape(found):
        return bool(stated == found)
    return bool(np.allclose(stated, found, rtol=_SAME, atol=0))
