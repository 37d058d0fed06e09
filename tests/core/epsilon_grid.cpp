#include "expost/profile/epsilon_grid.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "expost/numerics/error.hpp"

namespace expost {
namespace {

std::string refusal(double from, double to, int count) {
  try {
    (void)epsilon_grid(from, to, count);
  } catch (const Error& error) {
    return error.pointer() + " " + error.code();
  }
  return "";
}

TEST_CASE("a grid of ε: each value is the nearest double") {
  // from·(to/from)^(k/(count − 1)) of the doubles themselves, by Python's decimal with 80 digits.
  CHECK(epsilon_grid(0.01, 1e4, 25) ==
        std::vector<double>{0.01, 0x1.235a71c5ee5ccp-6,  0x1.030dc4ea03a72p-5,  0x1.ccab8602d2697p-5,
                            0.1,  0x1.6c310e3769f3fp-3,  0x1.43d136248490fp-2,  0x1.1feb33c1c381ep-1,
                            1,    0x1.c73d51c54470ep+0,  0x1.94c583ada5b53p+1,  0x1.67e600b234626p+2,
                            10,   0x1.1c86531b4ac69p+4,  0x1.f9f6e4990f227p+4,  0x1.c1df80dec17afp+5,
                            100,  0x1.63a7e7e21d783p+7,  0x1.3c3a4edfa9759p+8,  0x1.192bb08b38ecdp+9,
                            1000, 0x1.bc91e1daa4d64p+10, 0x1.8b48e29793d2fp+11, 0x1.5f769cae07281p+12,
                            1e4});
  CHECK(epsilon_grid(1e-100, 1e100, 7) == std::vector<double>{1e-100, 0x1.73bbea4b1a818p-222, 0x1.347c8aaebcb7ap-111, 1,
                                                              0x1.a8e327ba6c9c9p+110, 0x1.60989e948146cp+221, 1e100});
  CHECK(epsilon_grid(0.3, 0.7, 6) ==
        std::vector<double>{0.3, 0x1.6bedcdb07bb43p-2, 0x1.af22372f7d608p-2, 0x1.febfabc6df290p-2, 0x1.2e886da9ebf31p-1, 0.7});
  CHECK(epsilon_grid(0.5, 2, 2) == std::vector<double>{0.5, 2});
}

TEST_CASE("a grid of ε that can't be made is refused") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double from : {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refusal(from, 2, 3) == "/from out-of-range");
  }
  for (const double to : {1.0, 0.5, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refusal(1, to, 3) == "/to out-of-range");
  }
  CHECK(refusal(1, 2, 1) == "/count out-of-range");
  CHECK(refusal(1, 1 + 0x1p-52, 5) == "/to too-close");
  CHECK(epsilon_grid(1, 1 + 0x1p-50, 5) == std::vector<double>{1, 1 + 0x1p-52, 1 + 0x1p-51, 1 + 0x1.8p-51, 1 + 0x1p-50});
}

}  // namespace
}  // namespace expost
