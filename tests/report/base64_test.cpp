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

TEST_CASE("bytes of every number and value survive, and exactly one text decodes to them") {
  std::mt19937_64 words(11);
  for (std::size_t count = 0; count < 50; ++count) {
    std::vector<std::uint8_t> bytes(count);
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(words());
    }
    const std::string text = encode_base64_bytes(bytes);
    CHECK(base64_decoded_size(text) == count);
    std::vector<std::uint8_t> back(count, 7);
    REQUIRE(decode_base64_bytes(text, back));
    CHECK(back == bytes);
    back.resize(count + 1);
    CHECK_FALSE(decode_base64_bytes(text, back));
    back.resize(count);
    // Any other character anywhere is another text, or none.
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (int character = 0; character < 256; ++character) {
        std::string other = text;
        other[i] = static_cast<char>(character);
        if (other != text && decode_base64_bytes(other, back)) {
          CHECK(back != bytes);
          CHECK(encode_base64_bytes(back) == other);
        }
      }
    }
  }
}

TEST_CASE("bytes as in RFC 4648, section 10") {
  const auto encoded = [](std::string_view bytes) {
    return encode_base64_bytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  };
  CHECK(encoded("").empty());
  CHECK(encoded("f") == "Zg==");
  CHECK(encoded("fo") == "Zm8=");
  CHECK(encoded("foo") == "Zm9v");
  CHECK(encoded("foob") == "Zm9vYg==");
  CHECK(encoded("fooba") == "Zm9vYmE=");
  CHECK(encoded("foobar") == "Zm9vYmFy");
}

}  // namespace
}  // namespace expost::report
