#include "expost/report/base64.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace expost::report {
namespace {

bool decodes(std::string_view text, std::size_t count) {
  std::vector<double> numbers(count);
  return decode_base64_doubles(text, numbers);
}

TEST_CASE("doubles are little-endian, as Python's struct.pack('<3d', 1, -2.5, 1e-300) in base64.b64encode") {
  const std::vector<double> numbers = {1, -2.5, 1e-300};
  CHECK(encode_base64_doubles(numbers) == "AAAAAAAA8D8AAAAAAAAEwFnz+MIfbqUB");
}

TEST_CASE("one and two doubles are padded") {
  CHECK(encode_base64_doubles(std::vector<double>{1.0}) == "AAAAAAAA8D8=");
  CHECK(encode_base64_doubles(std::vector<double>{1.0, 1.0}) == "AAAAAAAA8D8AAAAAAADwPw==");
  CHECK(encode_base64_doubles(std::vector<double>{}).empty());
  CHECK(base64_decoded_size("") == 0U);
  CHECK(base64_decoded_size("AAAAAAAA8D8=") == 8U);
  CHECK(base64_decoded_size("AAAAAAAA8D8AAAAAAADwPw==") == 16U);
  CHECK_FALSE(base64_decoded_size("AAAAAAAA8D8"));
}

TEST_CASE("every bit survives, of every number of numbers") {
  std::mt19937_64 words(7);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<double> numbers(count);
    for (double& number : numbers) {
      const std::uint64_t bits = words();
      std::memcpy(&number, &bits, sizeof number);
    }
    const std::string text = encode_base64_doubles(numbers);
    std::vector<double> back(count, 0.5);
    REQUIRE(decode_base64_doubles(text, back));
    CHECK((count == 0 || std::memcmp(numbers.data(), back.data(), count * sizeof(double)) == 0));
    CHECK_FALSE(decodes(text, count + 1));
    if (count > 0) {
      CHECK_FALSE(decodes(text, count - 1));
    }
  }
}

TEST_CASE("exactly one text decodes to a number") {
  CHECK(decodes("AAAAAAAA8D8=", 1));
  for (const char* const text :
       {"AAAAAAAA8D8", "AAAAAAAA8D9=", "AAAAAAAA8D8A", "AAAAAAAA8D==", "AAAAAAAA8D8=\n", " AAAAAAAA8D8=", "AAAA\nAAA8D8=",
        "AAAAAAA=8D8=", "AAAAAAAA8D-=", "AAAAAAAA8D_=", "========D8=", "AAAAAAAA====", "AAAAAAAA8D8=AAAA",
        "\xC3\xA4"
        "AAAAAA8D8="}) {
    CAPTURE(text);
    CHECK_FALSE(decodes(text, 1));
  }
  CHECK(decodes("AAAAAAAA8D8AAAAAAADwPw==", 2));
  CHECK_FALSE(decodes("AAAAAAAA8D8AAAAAAADwPx==", 2));
  CHECK_FALSE(decodes("AAAAAAAA8D8AAAAAAADwP===", 2));
}

}  // namespace
}  // namespace expost::report
