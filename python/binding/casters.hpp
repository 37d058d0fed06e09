// Every caster of nanobind that the module uses. A file that lacks one compiles all the same,
// against another definition of the same template: which of them is linked depends on the compiler.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
