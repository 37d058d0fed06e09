// Binary floating point of 512 bits, for the last rung of exact_fit.hpp.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>

namespace expost {

using Wide = boost::multiprecision::number<
    boost::multiprecision::backends::cpp_bin_float<512, boost::multiprecision::backends::digit_base_2, void, std::int32_t>,
    boost::multiprecision::et_off>;

/// e^t for t ≤ 0; 0 below −10⁶, where it is less than 2^-1400000.
inline Wide exp_of_negative(const Wide& t) {
  return t < -1e6 ? Wide(0) : Wide(exp(t));
}

}  // namespace expost
