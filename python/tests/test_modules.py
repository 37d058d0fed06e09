"""Networks of torch by their layers: what is described, and what is refused by name.

torch itself isn't needed: classes of its names and modules are as much of it as is read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import expost
import expost.opacus
from expost._modules import loss_of, network_of, parameters_of
from test_trained_elsewhere import (  # noqa: F401
    OPACUS,
    DPOptimizer,
    Sgd,
    Values,
    _stubs,
    coded,
    elsewhere,
)


class Parameter(Values):
    """As much of a parameter as a log reads."""

    requires_grad = True
    dtype = "torch.float64"


def torchs(name: str, **members: Any) -> Any:
    """Return a module of torch.nn, by its name."""
    return type(name, (), {"__module__": "torch.nn.modules.any"} | members)()


def linear(inputs: int, outputs: int, *, bias: bool = True) -> Any:
    return torchs("Linear", in_features=inputs, out_features=outputs, bias=object() if bias else None)


def sequential(*layers: Any, parameters: list[Any] | None = None) -> Any:
    named = [(f"{i}", layer) for i, layer in enumerate(layers)]
    return torchs(
        "Sequential",
        named_children=lambda _: named,
        named_parameters=lambda _, **__: [(f"{i}.weight", each) for i, each in enumerate(parameters or [])],
    )


def convolution(**changes: Any) -> Any:
    usual = {
        "out_channels": 4,
        "kernel_size": (3, 3),
        "stride": (1, 1),
        "padding": (1, 1),
        "dilation": (1, 1),
        "groups": 1,
        "padding_mode": "zeros",
        "bias": object(),
    }
    return torchs("Conv2d", **(usual | changes))


def pool(name: str = "MaxPool2d", **changes: Any) -> Any:
    usual = {"kernel_size": 2, "stride": 2, "padding": 0, "ceil_mode": False}
    return torchs(name, **(usual | changes))


def test_layers_are_described_in_order_nested_ones_too() -> None:
    inner = sequential(torchs("Flatten", start_dim=1, end_dim=-1), linear(16, 3, bias=False))
    module = sequential(convolution(), torchs("ReLU"), pool(), inner)
    assert network_of(module, (1, 8, 8)) == {
        "input": [1, 8, 8],
        "layers": [
            {"kind": "conv2d", "out": 4, "kernel": [3, 3], "stride": [1, 1], "padding": [1, 1], "bias": True},
            {"kind": "relu"},
            {"kind": "max-pool", "kernel": [2, 2], "stride": [2, 2]},
            {"kind": "flatten"},
            {"kind": "dense", "out": 3, "bias": False},
        ],
    }
    wrapped = type("GradSampleModule", (), {"_module": sequential(linear(5, 1))})()
    assert network_of(wrapped, None) == {
        "input": [5],
        "layers": [{"kind": "dense", "out": 1, "bias": True}],
    }


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        (torchs("BatchNorm1d"), "BatchNorm1d is not covered: it mixes the records"),
        (torchs("Dropout"), "Dropout is not covered: its coins"),
        (torchs("LSTM"), "recurrent"),
        (torchs("MultiheadAttention"), "attention"),
        (torchs("Embedding"), "embeddings"),
        (torchs("Hardtanh"), "none of the layers"),
        (type("Linear", (), {"__module__": "mine"})(), "Linear is not covered"),
        (convolution(groups=2), "groups and dilation"),
        (convolution(padding="same"), "in numbers"),
        (convolution(padding_mode="reflect"), "padding_mode"),
        (pool(ceil_mode=True), "ceil_mode"),
        (pool(padding=1), "padding must be 0"),
        (pool("AvgPool2d", divisor_override=3), "divisor_override"),
        (torchs("GELU", approximate="tanh"), "approximate"),
        (torchs("Softplus", beta=2, threshold=20), "beta and threshold"),
        (torchs("ReLU", parametrizations={"weight": 1}), "parametrizations"),
    ],
)
def test_other_layers_are_refused_by_name(layer: Any, words: str) -> None:
    with pytest.raises(expost.ArgumentError, match=words) as error:
        network_of(sequential(layer), (1, 8, 8))
    assert error.value.code == "unsupported"
    assert "module.0" in str(error.value)


def test_an_image_has_to_be_told() -> None:
    with pytest.raises(expost.ArgumentError, match="input_shape must be given"):
        network_of(sequential(convolution()), None)


def test_parameters_are_the_optimizers_each_once_and_trained() -> None:
    weights = [Parameter(np.zeros((3, 2))), Parameter(np.zeros(3))]
    optimizer = DPOptimizer(Sgd())
    optimizer.params = weights[::-1]
    module = sequential(linear(2, 3), parameters=weights)
    assert parameters_of(module, optimizer) == weights
    with pytest.raises(expost.ArgumentError, match="each parameter once"):
        parameters_of(sequential(linear(2, 3), parameters=[weights[0], weights[0]]), optimizer)
    optimizer.params = weights[:1]
    with pytest.raises(expost.ArgumentError, match="no others"):
        parameters_of(module, optimizer)
    weights[1].requires_grad = False
    with pytest.raises(expost.ArgumentError, match="frozen"):
        parameters_of(module, optimizer)


def criterion(name: str, **changes: Any) -> Any:
    usual = {
        "weight": None,
        "pos_weight": None,
        "ignore_index": -100,
        "label_smoothing": 0.0,
        "reduction": "mean",
    }
    return torchs(name, **(usual | changes))


def test_criterions_are_losses_with_their_defaults() -> None:
    assert loss_of(criterion("CrossEntropyLoss"), "mean") == ("softmax", 1)
    assert loss_of(criterion("BCEWithLogitsLoss"), "mean") == ("logistic", 1)
    assert loss_of(criterion("MSELoss"), "mean") == ("squared", 2)
    for name, changes in [
        ("CrossEntropyLoss", {"label_smoothing": 0.1}),
        ("CrossEntropyLoss", {"ignore_index": 0}),
        ("BCEWithLogitsLoss", {"pos_weight": 2}),
        ("MSELoss", {"reduction": "sum"}),
        ("HuberLoss", {}),
    ]:
        with pytest.raises(expost.ArgumentError, match="criterion"):
            loss_of(criterion(name, **changes), "mean")


@pytest.mark.usefixtures("_stubs")
def test_a_log_of_a_network_states_it_and_keeps_its_parameters_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`MSELoss` has twice the gradient: clip norm, noise and divisor are half of Opacus'."""
    monkeypatch.setattr(expost.opacus, "arithmetic_of", lambda *_: "float64")
    weights = [Parameter(np.arange(6.0).reshape(3, 2)), Parameter(np.full(3, 7.0))]
    head = Parameter(np.full((1, 3), 8.0))
    optimizer = DPOptimizer(Sgd(weight_decay=0.01))
    optimizer.params = [head, *weights]
    module = sequential(linear(2, 3), torchs("Tanh"), linear(3, 1, bias=False), parameters=[*weights, head])
    log = expost.opacus.DescentLog(
        optimizer,  # type: ignore[arg-type]
        module=module,
        criterion=criterion("MSELoss"),
        sample_rate=1,
    )
    optimizer.original_optimizer.step()
    assert log.theta.tolist() == [0, 1, 2, 3, 4, 5, 7, 7, 7, 8, 8, 8]
    assert log.iterates.shape == (1, 12)
    mechanism = log.mechanism
    assert mechanism["clip"] == 0.25
    assert log.sigma == 0.5
    assert mechanism["update"]["divisor"] == 100
    assert mechanism["update"]["ridge"] == 1
    assert mechanism["loss"] == {"name": "squared"}
    assert mechanism["arithmetic"] == "float64"
    assert [layer["kind"] for layer in mechanism["network"]["layers"]] == ["dense", "tanh", "dense"]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.skipif(OPACUS is None, reason="EXPOST_OPACUS_PYTHON names no Python with Opacus")
def test_opacus_trains_a_network(dtype: str, frame: pd.DataFrame, study: expost.Study) -> None:
    """No row's energy is below that of torch's own gradients, and scores are torch's."""
    assert OPACUS is not None
    x, y = coded(frame, study)
    training = {
        "seed": 5,
        "dtype": dtype,
        "lr": 0.5,
        "divisor": 300,
        "noise_multiplier": 5.0,
        "max_grad_norm": 0.3,
        "steps": 20,
    }
    document = {
        **study.document,
        "mechanism": {
            "name": "noisy-gradient-descent",
            "start": {"words": "as torch begins its layers, from a seed of its own"},
        },
        "budget": {"epsilon": 2, "delta": 1e-6, "accountant": "gaussian"},
    }
    data = {
        name: [None if value != value else value for value in column]
        for name, column in frame.drop(columns="shelf").to_dict("list").items()
    }
    asked = {"x": x.tolist(), "y": y.tolist(), "data": data, "study": document, "training": training}
    with pytest.raises(AssertionError, match="module gives made-up records other scores"):
        elsewhere(OPACUS, "train_opacus_network.py", {**asked, "replaced": True})
    found = elsewhere(OPACUS, "train_opacus_network.py", asked)
    assert found["doubts"] == []
    mechanism = found["report"]["model"]["mechanism"]
    assert mechanism["arithmetic"] == dtype
    report = expost.Report(found["report"])
    records = frame.drop(columns="shelf").replace({np.nan: None}).to_dict("records")
    for row in range(0, len(records), 20):
        terms = report.bound(records[row]).document["terms"]
        energy = np.sum(np.square(found["norms"][row])) / mechanism["sigma"] ** 2
        assert terms["energy"] >= energy
        assert terms["energy"] <= energy * (1.001 if dtype == "float32" else 1.0001)
    scores = report.predict(frame)["score"].to_numpy()
    assert scores == pytest.approx(found["scores"], abs=1e-5 if dtype == "float32" else 1e-12)


@pytest.mark.usefixtures("_stubs")
def test_a_module_needs_its_criterion() -> None:
    with pytest.raises(expost.ArgumentError, match="criterion must be given"):
        expost.opacus.DescentLog(DPOptimizer(Sgd()), module=sequential(), sample_rate=1)  # type: ignore[arg-type]
