// Every case of tests/vectors/gaussian_calibration.json.
#include <doctest/doctest.h>

#include <string>

#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "reference_table.hpp"

namespace expost {

TEST_CASE("vectors: Gaussian mechanism") {
  const ReferenceTable table = reference_table("gaussian_calibration");
  const Tolerance relative{reference_number(table["tolerance"]["rel"])};
  const Tolerance delta_relative{reference_number(table["tolerance"]["delta_rel"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto kind = item["kind"].get<std::string>();
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    if (kind == "delta") {
      check_close(id, gaussian_delta(in["epsilon"], in["m"]), out["delta"], delta_relative);
    } else if (kind == "sigma") {
      check_close(id + " m", gaussian_shift(in["epsilon"], in["delta"]) * in["sensitivity"].get<double>(), out["m"], relative);
      check_close(id + " sigma", gaussian_sigma(in["epsilon"], in["delta"], in["sensitivity"]), out["sigma"], relative);
    } else if (kind == "epsilon") {
      check_close(id, gaussian_epsilon(in["delta"], in["m"]), out["epsilon"], relative);
    } else if (kind == "z") {
      check_close(id, normal_upper_quantile(in["p"]), out["z"], relative);
    } else {
      FAIL_CHECK(id << ": kind " << kind << " is not checked");
    }
    ++checked;
  }
  CHECK(checked == 72);
}

}  // namespace expost
