// Paths in few bytes (docs/report-format.md, "The path"), against numbers read by hand.
//
// How a path could come out as another than it was:
// - The first iterate dropped, or taken for a difference; bytes in another order; signs lost.
// - A width that a difference doesn't fit, or a sum that leaves 32 bits ("widths").
// - Differences of iterates that are on no grid ("what can't be packed").
#include "expost/descent/packed_path.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "random_draws.hpp"

namespace expost {
namespace {

/// Iterates in multiples of `step` whose differences are at most `most`.
IterateMatrix path_of(Eigen::Index count, Eigen::Index parameters, double step, int most, Draws& draws) {
  IterateMatrix iterates(count, parameters);
  for (Eigen::Index t = 0; t < count; ++t) {
    for (Eigen::Index i = 0; i < parameters; ++i) {
      iterates(t, i) = t == 0 ? std::floor(draws.uniform(-1e6, 1e6)) * step
                              : iterates(t - 1, i) + std::floor(draws.uniform(-most, most + 1.0)) * step;
    }
  }
  return iterates;
}

}  // namespace

TEST_CASE("packed paths: bytes by hand") {
  // 258, -2; 256, 125.
  const PackedPath two{PathEncoding::differences8, 2, 2, 0.25, {2, 1, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0xfe, 127}};
  CHECK(two.size() == two.bytes.size());
  CHECK(unpacked(two) == (IterateMatrix(2, 2) << 64.5, -0.5, 64, 31.25).finished());
  CHECK(packed(unpacked(two), 0.25).bytes == two.bytes);
  const PackedPath wide{PathEncoding::differences16, 2, 1, 1, {0, 0, 0, 0x80, 0xff, 0x7f}};
  CHECK(unpacked(wide) == (IterateMatrix(2, 1) << -0x1p31, -0x1p31 + 32767).finished());
  const PackedPath floats{PathEncoding::floats, 1, 1, 0, {0, 0, 0xc0, 0xbf}};
  CHECK(unpacked(floats)(0, 0) == -1.5);
  const PackedPath doubles{PathEncoding::doubles, 1, 1, 0, {0, 0, 0, 0, 0, 0, 0xf8, 0x3f}};
  CHECK(unpacked(doubles)(0, 0) == 1.5);
}

TEST_CASE("packed paths: the narrowest width that holds all, and nothing lost") {
  Draws draws(81);
  const std::pair<int, PathEncoding> widths[] = {{1, PathEncoding::differences8},      {127, PathEncoding::differences8},
                                                 {128, PathEncoding::differences16},   {32767, PathEncoding::differences16},
                                                 {32768, PathEncoding::differences32}, {1000000, PathEncoding::differences32}};
  for (const auto& [most, encoding] : widths) {
    for (const double step : {0x1p-30, 0x1p-10, 1.0, 0x1p20}) {
      IterateMatrix iterates = path_of(7, 5, step, most, draws);
      iterates(3, 2) = iterates(2, 2) + most * step;  // the largest one is there
      iterates(4, 2) = iterates(3, 2) - most * step;
      iterates(5, 2) = iterates(4, 2);
      iterates(6, 2) = iterates(5, 2);
      const PackedPath path = packed(iterates, step);
      CHECK(path.encoding == encoding);
      CHECK(path.bytes.size() == path.size());
      CHECK(unpacked(path) == iterates);
    }
  }
}

TEST_CASE("packed paths: what no differences hold is kept as numbers") {
  IterateMatrix iterates(2, 2);
  iterates << 0.5, 1, 0.1, 1;  // 0.1 is on no grid, and no float
  CHECK(packed(iterates, 0.25).encoding == PathEncoding::doubles);
  iterates << 0.5, 1, 0.375, 1;  // an eighth
  CHECK(packed(iterates, 0.25).encoding == PathEncoding::floats);
  iterates << 0.5, 1, 0.75, 0x1p31;  // no multiple of 32 bits
  CHECK(packed(iterates, 1.0 / 4).encoding == PathEncoding::floats);
  iterates << -0x1p31, 0, 0x1p31 - 1, 0;  // nor a difference
  CHECK(packed(iterates, 1).encoding == PathEncoding::doubles);
  CHECK(unpacked(packed(iterates, 1)) == iterates);
  iterates << 1e300, 0, 1, 0;
  CHECK(packed(iterates, 0x1p-20).encoding == PathEncoding::doubles);
  iterates << 1, 2, 3, 4;
  CHECK(packed(iterates, 0).encoding == PathEncoding::floats);
}

TEST_CASE("packed paths: a sum that leaves 32 bits ends the path") {
  PackedPath path{PathEncoding::differences8, 3, 1, 1, {0xfe, 0xff, 0xff, 0x7f, 1, 1}};
  PathCursor cursor(path);
  CHECK(cursor.next());
  CHECK(cursor.next());
  CHECK(cursor.theta()(0) == 0x1p31 - 1);
  CHECK_FALSE(cursor.next());
  CHECK(cursor.passed() == 2);
  path.bytes = {1, 0, 0, 0x80, 0xff, 0xff};
  PathCursor down(path);
  CHECK(down.next());
  CHECK(down.next());
  CHECK_FALSE(down.next());
  CHECK(down.passed() == 2);
}

}  // namespace expost
