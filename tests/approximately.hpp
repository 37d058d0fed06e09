// doctest's Approx as it is meant here.
#pragma once

#include <doctest/doctest.h>

namespace expost {

/// Equal within a share of its size, 1.2e-5 unless `.epsilon()` says otherwise. By itself
/// doctest's Approx takes the share of 1 + size: of a number much smaller than 1 it would find
/// anything equal. Nothing but an exact comparison finds a number equal to 0.
inline doctest::Approx approximately(double expected) {
  return doctest::Approx(expected).scale(0);
}

}  // namespace expost
