// Elementary functions with the same bits everywhere.
//
// The C libraries of native and WebAssembly builds differ in the last bit of exp, log, log1p,
// expm1 and pow (glibc picks FMA variants at run time, musl has none). A privacy bound has to be
// the same number in a browser and on a server, so the library brings its own, made of IEEE
// additions, multiplications, divisions and square roots only.
//
// Accuracy (against mpmath at 60 digits, tests/core/elementary.cpp): exp, log, log1p, expm1 below
// 1 ulp; pow below 2 ulp. Special values follow C: exp(−inf) = 0, log(0) = −inf, log(x < 0) = NaN,
// log1p(−1) = −inf, NaN in, NaN out.
#pragma once

namespace expost::elementary {

/// e^x.
[[nodiscard]] double exp(double x);
/// e^x − 1, without cancellation near 0.
[[nodiscard]] double expm1(double x);
/// Natural logarithm.
[[nodiscard]] double log(double x);
/// log(1 + x), without cancellation near 0.
[[nodiscard]] double log1p(double x);
/// x^y for x ≥ 0.
[[nodiscard]] double pow(double x, double y);
/// log(e^x + e^y), to a few ulp of the larger and of the sum; not both −infinity.
[[nodiscard]] double log_of_sum(double x, double y);

}  // namespace expost::elementary
