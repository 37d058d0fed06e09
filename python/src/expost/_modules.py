"""Networks of torch as a report describes them (docs/networks.md, sections 1 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .errors import ArgumentError

__all__ = ["arithmetic_of", "loss_of", "network_of", "parameters_of"]

#: Why a layer isn't covered, by the beginning of its name.
_REASONS = {
    "BatchNorm": "it mixes the records of a batch",
    "SyncBatchNorm": "it mixes the records of a batch",
    "InstanceNorm": "its running means would be read off the data",
    "Dropout": "its coins aren't accounted for",
    "AlphaDropout": "its coins aren't accounted for",
    "RNN": "recurrent layers aren't covered yet",
    "LSTM": "recurrent layers aren't covered yet",
    "GRU": "recurrent layers aren't covered yet",
    "MultiheadAttention": "attention isn't covered yet",
    "Transformer": "attention isn't covered yet",
    "Embedding": "embeddings aren't covered yet",
}


def _refuse(place: str, reason: str) -> ArgumentError:
    return ArgumentError(f"{place}: {reason}", code="unsupported")


def _axes(value: Any, place: str) -> list[int]:
    """Return a number for each axis of an image."""
    if isinstance(value, str):
        raise _refuse(place, f"padding must be in numbers, but is {value!r}")
    numbers = [value, value] if isinstance(value, int) else list(value)
    return [int(number) for number in numbers]


def _dense(layer: Any, _: str) -> dict[str, Any]:
    return {"kind": "dense", "out": layer.out_features, "bias": layer.bias is not None}


def _convolution(layer: Any, place: str) -> dict[str, Any]:
    if layer.groups != 1 or _axes(layer.dilation, place) != [1, 1]:
        raise _refuse(place, "groups and dilation aren't covered")
    if layer.padding_mode != "zeros":
        raise _refuse(place, f"padding_mode must be 'zeros', but is {layer.padding_mode!r}")
    return {
        "kind": "conv2d",
        "out": layer.out_channels,
        "kernel": _axes(layer.kernel_size, place),
        "stride": _axes(layer.stride, place),
        "padding": _axes(layer.padding, place),
        "bias": layer.bias is not None,
    }


def _pool(kind: str) -> Callable[[Any, str], dict[str, Any]]:
    def describe(layer: Any, place: str) -> dict[str, Any]:
        plain = {"padding": 0, "dilation": 1, "ceil_mode": False, "divisor_override": None}
        for name, usual in plain.items():
            value = getattr(layer, name, usual)
            if value != usual and not (
                name in ("padding", "dilation") and _axes(value, place) == [usual] * 2
            ):
                raise _refuse(place, f"{name} must be {usual!r}, but is {value!r}")
        stride = layer.kernel_size if layer.stride is None else layer.stride
        return {"kind": kind, "kernel": _axes(layer.kernel_size, place), "stride": _axes(stride, place)}

    return describe


def _group_norm(layer: Any, _: str) -> dict[str, Any]:
    return {"kind": "group-norm", "groups": layer.num_groups, "affine": layer.affine, "epsilon": layer.eps}


def _layer_norm(layer: Any, place: str) -> dict[str, Any]:
    affine = layer.elementwise_affine
    if affine and layer.bias is None:
        raise _refuse(place, "a scale without a shift isn't covered")
    return {"kind": "layer-norm", "affine": affine, "epsilon": layer.eps}


def _softplus(layer: Any, place: str) -> dict[str, Any]:
    if (layer.beta, layer.threshold) != (1, 20):
        raise _refuse(place, "beta and threshold must be 1 and 20")
    return {"kind": "softplus"}


def _gelu(layer: Any, place: str) -> dict[str, Any]:
    if layer.approximate != "none":
        raise _refuse(place, f"approximate must be 'none', but is {layer.approximate!r}")
    return {"kind": "gelu"}


def _flatten(layer: Any, place: str) -> dict[str, Any]:
    if (layer.start_dim, layer.end_dim) != (1, -1):
        raise _refuse(place, "must flatten all axes but the first")
    return {"kind": "flatten"}


def _unflatten(layer: Any, place: str) -> dict[str, Any]:
    if layer.dim != 1:
        raise _refuse(place, f"dim must be 1, but is {layer.dim}")
    return {"kind": "reshape", "shape": [int(size) for size in layer.unflattened_size]}


def _plain(kind: str) -> Callable[[Any, str], dict[str, Any]]:
    return lambda *_: {"kind": kind}


#: The layers of torch.nn that are covered.
_LAYERS: dict[str, Callable[[Any, str], dict[str, Any]]] = {
    "Linear": _dense,
    "Conv2d": _convolution,
    "MaxPool2d": _pool("max-pool"),
    "AvgPool2d": _pool("average-pool"),
    "GroupNorm": _group_norm,
    "LayerNorm": _layer_norm,
    "ReLU": _plain("relu"),
    "Tanh": _plain("tanh"),
    "Sigmoid": _plain("sigmoid"),
    "Softplus": _softplus,
    "SiLU": _plain("silu"),
    "GELU": _gelu,
    "Flatten": _flatten,
    "Unflatten": _unflatten,
}


def _is_torchs(module: Any, name: str) -> bool:
    """Whether a module is exactly one of torch's own: a subclass may do anything else."""
    return type(module).__name__ == name and type(module).__module__.startswith("torch.nn.modules.")


def _own(module: Any) -> Any:
    """Return the module that Opacus wrapped."""
    return module._module if type(module).__name__ == "GradSampleModule" else module


def _layers(module: Any, place: str) -> Iterator[tuple[str, Any]]:
    if _is_torchs(module, "Sequential"):
        for name, layer in module.named_children():
            yield from _layers(layer, f"{place}.{name}")
    else:
        yield place, module


def network_of(module: Any, input_shape: Sequence[int] | None) -> dict[str, Any]:
    """Return a module's `network`; refuse by name what isn't covered."""
    layers = []
    for place, layer in _layers(_own(module), "module"):
        name = type(layer).__name__
        if name not in _LAYERS or not _is_torchs(layer, name):
            reason = next((reason for start, reason in _REASONS.items() if name.startswith(start)), None)
            raise _refuse(
                place, f"{name} is not covered: {reason or 'it is none of the layers of docs/networks.md'}"
            )
        if getattr(layer, "parametrizations", None):
            raise _refuse(place, "parametrizations, as of weight or spectral norm, aren't covered")
        layers.append(_LAYERS[name](layer, place))
        if name == "LayerNorm" and len(layer.normalized_shape) not in (1, 3):
            raise _refuse(place, "must be over the whole shape")
    if input_shape is None:
        first = next(iter(_layers(_own(module), "module")))[1]
        if not _is_torchs(first, "Linear"):
            raise ArgumentError(
                "input_shape must be given, (features,) or (channels, height, width): the first layer "
                "doesn't tell it",
                code="missing",
            )
        input_shape = (first.in_features,)
    return {"input": [int(size) for size in input_shape], "layers": layers}


def parameters_of(module: Any, optimizer: Any) -> list[Any]:
    """Return a module's parameters in order; refuse others than the optimizer's."""
    named = list(_own(module).named_parameters(remove_duplicate=False))
    if len({id(parameter) for _, parameter in named}) != len(named):
        raise ArgumentError("module must have each parameter once", code="unsupported")
    for name, parameter in named:
        if not parameter.requires_grad:
            raise ArgumentError(
                f"module.{name} is frozen: give the layers that are trained; what comes before them makes "
                "the inputs",
                code="unsupported",
            )
    parameters = [parameter for _, parameter in named]
    if {id(parameter) for parameter in parameters} != {id(parameter) for parameter in optimizer.params}:
        raise ArgumentError("optimizer must have the module's parameters, and no others", code="inconsistent")
    return parameters


def loss_of(criterion: Any, reduction: str) -> tuple[str, float]:
    """Return the name of a criterion's loss, and how many times its gradient is Expost's."""
    covered: dict[str, tuple[str, float, dict[str, Any]]] = {
        "CrossEntropyLoss": ("softmax", 1.0, {"weight": None, "ignore_index": -100, "label_smoothing": 0.0}),
        "BCEWithLogitsLoss": ("logistic", 1.0, {"weight": None, "pos_weight": None}),
        "MSELoss": ("squared", 2.0, {}),
    }
    name = type(criterion).__name__
    if name not in covered or not _is_torchs(criterion, name):
        raise ArgumentError(
            f"criterion must be {', '.join(covered)} of torch.nn, but is a {name}", code="unsupported"
        )
    loss, times, usual = covered[name]
    for key, value in {**usual, "reduction": reduction}.items():
        if getattr(criterion, key) != value:
            raise ArgumentError(
                f"criterion.{key} must be {value!r}, but is {getattr(criterion, key)!r}", code="unsupported"
            )
    return loss, times


def arithmetic_of(parameters: Sequence[Any], network: dict[str, Any]) -> str:
    """Return the numbers that gradients are computed in."""
    import torch

    kinds = {str(parameter.dtype) for parameter in parameters}
    if kinds == {"torch.float64"}:
        return "float64"
    if kinds != {"torch.float32"}:
        raise ArgumentError(
            f"module must have parameters in float32 or float64, but has {', '.join(sorted(kinds))}",
            code="unsupported",
        )
    on_gpu = any(parameter.device.type == "cuda" for parameter in parameters)
    backends = torch.backends
    if any(layer["kind"] == "conv2d" for layer in network["layers"]):
        fast = backends.cudnn.enabled if on_gpu else _nnpack()
        if fast:
            switch = (
                "torch.backends.cudnn.enabled = False" if on_gpu else "torch.backends.nnpack.set_flags(False)"
            )
            raise ArgumentError(
                "convolutions in float32 may be computed by Winograd's method, which no bound covers: set "
                f"{switch} before the training, or train in float64",
                code="unsupported",
            )
    return "tf32" if on_gpu and (backends.cuda.matmul.allow_tf32 or backends.cudnn.allow_tf32) else "float32"


def _nnpack() -> bool:
    import torch

    enabled = getattr(torch._C, "_get_nnpack_enabled", None)
    return bool(enabled() if enabled is not None else True)
