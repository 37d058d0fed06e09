// Every case of tests/vectors/goe_quantiles.json.
#include <doctest/doctest.h>

#include <string>

#include "closeness.hpp"
#include "expost/noise/goe.hpp"
#include "reference_table.hpp"

namespace expost {

TEST_CASE("vectors: largest eigenvalue of the Hessian noise") {
  const ReferenceTable table = reference_table("goe_quantiles");
  const Tolerance relative{reference_number(table["tolerance"]["rel"])};
  const double survival_relative = reference_number(table["tolerance"]["exact_survival_rel"]);
  int quantiles = 0;
  int counts = 0;
  int exact = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    const int d = in["d"];
    if (item["kind"] == "quantile") {
      check_close(id, goe_upper_quantile(d, in["p"]), out["t"], relative);
      ++quantiles;
      continue;
    }
    REQUIRE(item["kind"] == "tail_count");
    const double count = goe_expected_count_above(d, in["t"]);
    check_close(id, count, out["expected_count_above"], relative);
    ++counts;
    if (!out.contains("exact_survival")) {
      continue;
    }
    ++exact;
    // The count bounds the survival function from above, and for p ≤ 0.1 by at most 4 % (section
    // 9).
    const double survival = out["exact_survival"];
    CHECK_MESSAGE(count >= survival * (1 - survival_relative), id);
    check_close(id + " cdf", 1 - survival, out["exact_cdf"], {survival_relative});
    if (survival <= 0.1) {
      CHECK_MESSAGE(count <= survival * 1.04, id, ": ", count / survival);
    }
  }
  CHECK(quantiles == 149);
  CHECK(counts == 22);
  CHECK(exact == 12);
}

}  // namespace expost
