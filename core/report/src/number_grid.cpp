#include "number_grid.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "expost/report/base64.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "rules.hpp"

namespace expost::report {

namespace {

/// `data` of so many bytes in base64.
const std::string& packed_text(const Node& data, std::size_t wanted, std::size_t numbers, const char* why) {
  if (!data.value().is_string()) {
    data.refuse("wrong-type", "a text in base64");
  }
  const auto& text = data.value().get_ref<const std::string&>();
  const std::optional<std::size_t> bytes = base64_decoded_size(text);
  if (!bytes) {
    data.refuse_as("not-base64", {"must be base64 with padding, a multiple of 4 characters, but has ", text.size()});
  }
  if (*bytes != wanted) {
    data.refuse_as("wrong-length", {"must have ", wanted, " bytes, ", numbers, " numbers, ", why, ", but has ", *bytes});
  }
  return text;
}

void require_base64(const Node& data, bool decoded) {
  if (!decoded) {
    data.refuse_as("not-base64", "must be base64 of the standard alphabet, with padding and nothing else");
  }
}

}  // namespace

std::vector<std::uint8_t> read_packed_bytes(const Node& data, std::size_t size, std::size_t numbers, const char* why) {
  std::vector<std::uint8_t> bytes(size);
  require_base64(data, decode_base64_bytes(packed_text(data, size, numbers, why), bytes));
  return bytes;
}

void read_packed(const Object& packed, std::span<double> numbers, const char* why) {
  (void)packed.name("encoding", {packed_encoding});
  const Node data = packed.at("data", "a text in base64");
  require_base64(data, decode_base64_doubles(packed_text(data, numbers.size_bytes(), numbers.size(), why), numbers));
  require_usable(data, numbers);
}

void require_usable(const Node& data, std::span<const double> numbers) {
  for (const double number : numbers) {
    if (std::fabs(number) <= limits::magnitude) {
      continue;
    }
    if (!std::isfinite(number)) {
      data.refuse_as("not-finite", "must have finite numbers only");
    }
    data.refuse_as("out-of-range", {"must have numbers between -1e50 and 1e50 only, but has ", number});
  }
}

void write_packed(OrderedJson& packed, std::span<const double> numbers) {
  for (const double number : numbers) {
    require_finite(number);
  }
  packed["encoding"] = packed_encoding;
  packed["data"] = encode_base64_doubles(numbers);
}

OrderedJson write_vector(const Eigen::VectorXd& vector) {
  OrderedJson items = OrderedJson::array();
  items.get_ref<OrderedJson::array_t&>().reserve(static_cast<std::size_t>(vector.size()));
  for (const double value : vector) {
    items.push_back(number_document(value));
  }
  return items;
}

}  // namespace expost::report
