#include <doctest/doctest.h>

#include <bitset>
#include <set>

#include "expost/operations/system_random.hpp"

TEST_CASE("words of the system do not repeat, and every bit is set half of the time") {
  expost::operations::SystemRandom source;
  expost::operations::SystemRandom other;
  constexpr int words = 4096;
  std::set<std::uint64_t> seen;
  int set_bits[64] = {};
  for (int i = 0; i < words; ++i) {
    const std::uint64_t word = i % 2 == 0 ? source.next() : other.next();
    seen.insert(word);
    for (int bit = 0; bit < 64; ++bit) {
      set_bits[bit] += static_cast<int>((word >> static_cast<unsigned>(bit)) & 1U);
    }
  }
  CHECK(seen.size() == words);
  // 64 binomials of standard deviation 32: seven of them are passed by one run in 10^10.
  for (const int count : set_bits) {
    CHECK(count > words / 2 - 7 * 32);
    CHECK(count < words / 2 + 7 * 32);
  }
}
