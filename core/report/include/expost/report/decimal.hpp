// From decimal digits to the nearest double.
//
// Only declared here. Natively, and in test programs, fast_float does it (core/report/decimal); the WebAssembly modules ask the
// engine they run in (wasm/src/decimal.cpp), which saves the check page fast_float's tables of powers of five. Both round correctly,
// so the bits are the same.
#pragma once

#include <string_view>

namespace expost::report {

/// The double nearest to a decimal, ties to even; ±infinity beyond the largest one.
/// @param decimal  `[-] digits [. digits] [e [+-] digits]` and nothing else; the caller has checked that
[[nodiscard]] double nearest_double(std::string_view decimal);

}  // namespace expost::report
