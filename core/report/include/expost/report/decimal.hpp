// From decimal digits to the nearest double, and back.
//
// Only declared here. Natively, fast_float and the C++ library do it (core/report/decimal).
// WebAssembly asks the engine it runs in (wasm/src/nearest_decimal.cpp, shortest_decimal.cpp),
// which saves the check page their tables of powers, and Emscripten 3.1.6 has no std::to_chars for
// doubles; the package's module, which reads data sets, has fast_float. All of them round
// correctly, so the bits and the digits are the same.
#pragma once

#include <string>
#include <string_view>

namespace expost::report {

/// The double nearest to a decimal, ties to even; ±infinity beyond the largest one.
/// @param decimal  `[-] digits [. digits] [e [+-] digits]` and nothing else; the caller has
///                 checked that
[[nodiscard]] double nearest_double(std::string_view decimal);

/// The fewest digits that read back as the same double, of these the nearest: `[-] digit [.
/// digits] e (+|-) digits`.
/// @param value  finite
[[nodiscard]] std::string shortest_decimal(double value);

}  // namespace expost::report
