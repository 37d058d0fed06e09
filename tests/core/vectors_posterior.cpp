// Every case of tests/vectors/posterior.json.
#include <doctest/doctest.h>

#include <string>

#include "closeness.hpp"
#include "expost/bounds/posterior.hpp"
#include "reference_table.hpp"

namespace expost {

TEST_CASE("vectors: posterior interval") {
  const ReferenceTable table = reference_table("posterior");
  const Tolerance relative{reference_number(table["tolerance"]["rel"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const Interval got = posterior_interval(item["inputs"]["epsilon"], item["inputs"]["prior"]);
    check_close(id + " lower", got.lower, item["expected"]["interval"][0], relative);
    check_close(id + " upper", got.upper, item["expected"]["interval"][1], relative);
    ++checked;
  }
  CHECK(checked == 1);
}

}  // namespace expost
