// The short way of reading numbers: the same doubles as the long one, or none.
#include "expost/report/usual_number.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <random>
#include <string>

#include "expost/report/number_text.hpp"

namespace expost::report {
namespace {

/// Whether the short way reads a text; if so the long way reads the same double, to the bit.
bool is_usual(const std::string& text) {
  CAPTURE(text);
  const double value = usual_number(text);
  if (std::isnan(value)) {
    return false;
  }
  const ParsedNumber parsed = parse_number(text);
  CHECK(parsed.kind == NumberText::number);
  CHECK(std::memcmp(&parsed.value, &value, sizeof value) == 0);
  return true;
}

TEST_CASE("usual numbers are read the short way") {
  for (const char* text : {"0", "-0", "7", "007", "-0.25", "130.5", ".5", "-.5", "5.", "0.000001", "-0.999999",
                           "123456789012345", "0.12345678901234", "99999999999999.9", "-000000000000.01"}) {
    CAPTURE(text);
    CHECK(is_usual(text));
  }
}

TEST_CASE("whatever else there may be in a cell isn't read the short way") {
  for (const char* text : {"",
                           "-",
                           ".",
                           "-.",
                           "--1",
                           "+1",
                           "1e3",
                           "1E3",
                           " 1",
                           "1 ",
                           "1\r",
                           "1,5",
                           "1.2.3",
                           "1..",
                           "0x1",
                           "NaN",
                           "inf",
                           "?",
                           "1-",
                           "1_000",
                           "1234567890123456",
                           "0.123456789012345",
                           "-12345678901234.56",
                           "\xD9\xA1",
                           "1.5.",
                           "1/2",
                           "1:2"}) {
    CAPTURE(text);
    CHECK(!is_usual(text));
  }
}

TEST_CASE("random digits, points and signs are read as the long way reads them") {
  std::mt19937_64 random(5);
  const std::string characters = "0123456789012345678901234567890123456789..--+e ,";
  int usual = 0;
  for (int repetition = 0; repetition < 200000; ++repetition) {
    std::string text;
    for (std::uint64_t size = random() % 19; size > 0; --size) {
      text += characters[random() % characters.size()];
    }
    usual += is_usual(text) ? 1 : 0;
  }
  CHECK(usual > 20000);
}

}  // namespace
}  // namespace expost::report
