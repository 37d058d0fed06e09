// Counts allocations (Eigen's, which bypass operator new, aside), to hold the promises of
// feature_map.hpp and report.hpp: none per row, a constant number per array.
#include <doctest/doctest.h>

#include <cstdlib>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cases.hpp"
#include "expost/report/base64.hpp"
#include "expost/report/report.hpp"
#include "expost/report/row_coder.hpp"

namespace {
std::size_t allocations = 0;
}

// For the whole test program; the count is only looked at here. Every form, as AddressSanitizer
// has its own of those left out. Not inline: GCC takes malloc with operator delete, seen in a
// caller, for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* const memory = operator new(size, std::nothrow)) {
    return memory;
  }
  std::abort();
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
  return operator new(size, nothrow);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace expost::report {
namespace {

using nlohmann::json;

TEST_CASE("coding a row allocates nothing") {
  const FeatureMap map(read_report(testing::document("good/pseudo-huber-number-label.json")));
  const RowCoder coder(map, {"quality", "organic", "acidity"});
  RowCounters counters = coder.counters();
  Eigen::VectorXd x(map.dimension());
  double y = 0;
  const json values = {"11", true, 17.25};
  const json blanks = {5, "no", nullptr};
  const std::vector<std::vector<std::int32_t>> ends = {{0, 5}, {0, 3}, {0, 1}};
  const Columns texts{{{Texts{ends[0], " 7.5 "}, {}}, {Texts{ends[1], "yes"}, {}}, {Texts{ends[2], "?"}, {}}}, 1};
  const json rows = json::array({values, blanks});
  const Columns columns = columns_of_rows(rows.get_ref<const json::array_t&>(), 3, 1, ErrorType::data);
  const std::size_t before = allocations;
  for (int i = 0; i < 100; ++i) {
    coder.code_row_of(columns, 0, i, x.data(), y, counters);
    coder.code_row_of(columns, 1, i, x.data(), y, counters);
    coder.code_row_of(texts, 0, i, x.data(), y, counters);
  }
  CHECK(allocations == before);
  CHECK(counters.rows == 300);
  CHECK(counters.clamped_rows == 100);

  const FeatureMap levels(read_report(testing::document("good/adaptive.json")));
  const RowCoder level_coder(levels, {"a", "default", "age", "sex"});
  RowCounters level_counters = level_coder.counters();
  Eigen::VectorXd coordinates(levels.dimension());
  const json row = {"a text that is too long for a small string", "no", 45, " female "};
  const json level_rows = json::array({row});
  const Columns level_columns = columns_of_rows(level_rows.get_ref<const json::array_t&>(), 4, 1, ErrorType::data);
  const std::size_t start = allocations;
  level_coder.code_row_of(level_columns, 0, 1, coordinates.data(), y, level_counters);
  CHECK(allocations == start);
}

std::size_t allocations_to_read(std::size_t dimension) {
  json report = testing::document("good/coded-squared.json");
  report["model"]["theta"] = std::vector<double>(dimension, 0.5);
  report["release"]["gradient"] = {{"sigma", 1}, {"values", std::vector<double>(dimension, 0.25)}};
  report["release"]["hessian"] = {{"sigma", 1}, {"upper", std::vector<double>(dimension * (dimension + 1) / 2, 0.125)}};
  const std::size_t before = allocations;
  CHECK(read_report(report).linear_model().dimension() == static_cast<Eigen::Index>(dimension));
  return allocations - before;
}

std::size_t allocations_to_read_path(int steps) {
  json report = testing::document("good/descent-without-path.json");
  report["model"]["mechanism"]["steps"] = steps;
  report["model"]["mechanism"]["update"] = {{"rate", 1}};
  const std::vector<double> distances(static_cast<std::size_t>(steps), 0.0);
  const std::vector<double> iterates(static_cast<std::size_t>(steps + 1) / 2, 0.5);
  report["release"]["iterates"] = {{"count", iterates.size()},
                                   {"every", 2},
                                   {"distances", {{"encoding", "base64-f64le"}, {"data", encode_base64_doubles(distances)}}},
                                   {"encoding", "base64-f64le"},
                                   {"data", encode_base64_doubles(iterates)}};
  const std::size_t before = allocations;
  CHECK(std::get<PublishedDescent>(read_report(report).model).done == steps);
  return allocations - before;
}

TEST_CASE("reading allocates as often for a large report as for a small one") {
  CHECK(allocations_to_read(3) == allocations_to_read(150));
  // The first read makes all that is kept.
  static_cast<void>(allocations_to_read_path(10));
  CHECK(allocations_to_read_path(1000) == allocations_to_read_path(100000));
}

}  // namespace
}  // namespace expost::report
