"""The documents of the format, as npm run schemas makes them of their JSON Schemas.

Types for checkers such as mypy: any key may be left out here.
"""

# Keys like x-links are no names of Python.
# ruff: noqa: UP013
# fmt: off

from typing import Any, TypedDict

PublisherLinksDocument = TypedDict("PublisherLinksDocument", {
    "privacy": str, "rights": str, "optOut": str
}, total=False)

PublisherDocument = TypedDict("PublisherDocument", {
    "name": str, "contact": str, "x-links": PublisherLinksDocument
}, total=False)

LossDocument = TypedDict("LossDocument", {
    "name": str, "width": float, "classes": float
}, total=False)

LayerDocument = TypedDict("LayerDocument", {
    "kind": str, "out": float, "bias": bool, "kernel": float | list[float], "stride": float |
    list[float], "padding": float | list[float], "groups": float, "affine": bool, "epsilon": float,
    "shape": list[float]
}, total=False)

NetworkDocument = TypedDict("NetworkDocument", {
    "input": list[float], "layers": list[LayerDocument]
}, total=False)

AdaptiveDocument = TypedDict("AdaptiveDocument", {
    "epsilon": float, "delta": float, "smallestEigenvalue": float, "logResidual": float
}, total=False)

SamplingDocument = TypedDict("SamplingDocument", {
    "kind": str, "rate": float, "batches": float
}, total=False)

UpdateDocument = TypedDict("UpdateDocument", {
    "rate": float | list[float], "momentum": float, "parameterStep": float, "ridge": float, "divisor":
    float, "rule": str, "words": str
}, total=False)

StartDocument = TypedDict("StartDocument", {
    "seed": float, "words": str
}, total=False)

MechanismDocument = TypedDict("MechanismDocument", {
    "name": str, "noise": str, "sigma": float, "lambda": float, "x-residual": float, "x-rounding":
    float, "x-rows-at-most": float, "x-noise": str, "eta": float, "x-grid": float, "gamma": float,
    "adaptive": AdaptiveDocument, "clip": float, "steps": float, "stoppedAfter": float, "sampling":
    SamplingDocument, "update": UpdateDocument, "final": str, "start": StartDocument, "arithmetic": str
}, total=False)

ModelDocument = TypedDict("ModelDocument", {
    "loss": LossDocument, "network": NetworkDocument, "mechanism": MechanismDocument, "theta":
    list[float]
}, total=False)

FeatureDocument = TypedDict("FeatureDocument", {
    "name": str, "label": str, "kind": str, "value": float, "labels": dict[str, str], "unit": str,
    "minimum": float, "maximum": float, "missing": float | str, "units": dict[str, str], "levels":
    list[str], "levelWords": list[str], "aliases": dict[str, str], "levelLabels": dict[str, list[str]]
}, total=False)

ScalingDocument = TypedDict("ScalingDocument", {
    "range": list[float], "norm": float
}, total=False)

LabelDocument = TypedDict("LabelDocument", {
    "name": str, "label": str, "kind": str, "negative": str, "positive": str, "levelWords": list[str],
    "aliases": dict[str, str], "labels": dict[str, str], "levelLabels": dict[str, list[str]], "unit":
    str, "minimum": float, "maximum": float, "units": dict[str, str], "levels": list[str]
}, total=False)

ImageInputDocument = TypedDict("ImageInputDocument", {
    "kind": str, "range": list[float], "shades": float
}, total=False)

GradientDocument = TypedDict("GradientDocument", {
    "sigma": float, "x-grid": float, "values": list[float]
}, total=False)

PackedNumbersDocument = TypedDict("PackedNumbersDocument", {
    "encoding": str, "data": str
}, total=False)

HessianDocument = TypedDict("HessianDocument", {
    "sigma": float, "x-grid": float, "upper": list[float] | PackedNumbersDocument
}, total=False)

SmallestEigenvalueDocument = TypedDict("SmallestEigenvalueDocument", {
    "sigma": float, "x-grid": float, "value": float
}, total=False)

IteratesDocument = TypedDict("IteratesDocument", {
    "count": float, "every": float, "distances": list[float] | PackedNumbersDocument, "encoding": str,
    "data": str, "sha256": str
}, total=False)

ReleaseDocument = TypedDict("ReleaseDocument", {
    "gradient": GradientDocument, "hessian": HessianDocument, "smallestEigenvalue":
    SmallestEigenvalueDocument, "iterates": IteratesDocument
}, total=False)

GuaranteeDocument = TypedDict("GuaranteeDocument", {
    "epsilon": float, "delta": float, "accountant": str
}, total=False)

PersonPromiseDocument = TypedDict("PersonPromiseDocument", {
    "rows": float, "epsilon": float, "delta": float
}, total=False)

SoftwareDocument = TypedDict("SoftwareDocument", {
    "name": str, "version": str
}, total=False)

SignatureDocument = TypedDict("SignatureDocument", {
    "key": str, "value": str, "comment": str, "commentValue": str
}, total=False)

ReportDocument = TypedDict("ReportDocument", {
    "format": str, "version": int, "title": str, "description": str, "publisher": PublisherDocument,
    "published": str, "unit": str, "membership": str, "people": float, "model": ModelDocument,
    "features": list[FeatureDocument], "scaling": ScalingDocument, "label": LabelDocument, "x-input":
    ImageInputDocument, "release": ReleaseDocument, "guarantee": GuaranteeDocument, "person":
    PersonPromiseDocument, "failureProbability": float, "x-insecure-seed": Any, "x-sample": Any,
    "x-software": SoftwareDocument, "x-signature": SignatureDocument
}, total=False)

ElsewhereWithResidualDocument = TypedDict("ElsewhereWithResidualDocument", {
    "rowsAtMost": float, "residual": float
}, total=False)

ScalesDocument = TypedDict("ScalesDocument", {
    "model": float, "hessian": float, "gradient": float, "smallestEigenvalue": float
}, total=False)

ElsewhereDocument = TypedDict("ElsewhereDocument", {
    "rowsAtMost": float
}, total=False)

StudyMechanismDocument = TypedDict("StudyMechanismDocument", {
    "name": str, "loss": LossDocument, "noise": str, "lambda": float | None, "elsewhere":
    ElsewhereWithResidualDocument | ElsewhereDocument | bool, "scales": ScalesDocument, "eta": float |
    None, "adaptive": bool, "gamma": float | None, "network": NetworkDocument, "clip": float, "steps":
    float, "sampling": SamplingDocument, "update": UpdateDocument, "final": str, "every": float,
    "start": StartDocument, "arithmetic": str
}, total=False)

SharesDocument = TypedDict("SharesDocument", {
    "model": float, "hessian": float, "gradient": float, "smallestEigenvalue": float
}, total=False)

BudgetDocument = TypedDict("BudgetDocument", {
    "epsilon": float, "delta": float, "accountant": str, "release": str, "shares": SharesDocument,
    "composition": str, "accounting": str
}, total=False)

StudyPersonDocument = TypedDict("StudyPersonDocument", {
    "column": str, "rows": float
}, total=False)

StudyDocument = TypedDict("StudyDocument", {
    "format": str, "version": int, "title": str, "description": str, "publisher": PublisherDocument,
    "published": str, "unit": str, "membership": str, "people": float, "features":
    list[FeatureDocument], "scaling": ScalingDocument, "label": LabelDocument, "x-input":
    ImageInputDocument, "mechanism": StudyMechanismDocument, "budget": BudgetDocument, "person":
    StudyPersonDocument, "failureProbability": float, "x-sample": Any
}, total=False)
