// libFuzzer target: any bytes at the boundary between JavaScript and C++ (wasm/src). They are one
// document or are refused, and a document that asks for operations, one after the other, gets
// answers of the one shape, whatever it asks for.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../../wasm/src/message.hpp"
#include "expost/operations/operations.hpp"
#include "require.hpp"

namespace {

using expost::fuzzing::check_answer;
using expost::fuzzing::require;
using nlohmann::json;
using nlohmann::ordered_json;

/// More calls than these on one service show nothing new.
constexpr std::size_t most_calls = 6;

/// Equal values of equal kinds; a number may come back as an integer, and a NaN equals a NaN.
bool same(const json& a, const json& b) {
  if (a.is_array() || a.is_object()) {
    if (a.type() != b.type() || a.size() != b.size()) {
      return false;
    }
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) {
      if ((a.is_object() && i.key() != j.key()) || !same(*i, *j)) {
        return false;
      }
    }
    return true;
  }
  if (a.is_number_float() && std::isnan(a.get<double>())) {
    return b.is_number_float() && std::isnan(b.get<double>());
  }
  return a == b && a.is_number() == b.is_number();
}

/// What is packed reads back the same.
void check_round_trip(const json& document) {
  const std::vector<std::uint8_t> bytes = expost::wasm::encode(ordered_json(document));
  require(same(document, expost::wasm::decode(bytes.data(), bytes.size())), "a document survives packing");
}

/// True for operations that take as long as they are asked to.
bool takes_long(const std::string& operation) {
  return operation == "profile" || operation == "audit" || operation == "publish" || operation == "train" ||
         operation == "attach" || operation == "plan" || operation == "goe-quantile" || operation == "self-test";
}

/// Calls [operation, request] as the boundary does.
template <class Service>
void call(Service& service, const json& message) {
  if (message.is_array() && message.size() == 2 && message[0].is_string()) {
    const auto& operation = message[0].get_ref<const std::string&>();
    if (!takes_long(operation)) {
      check_answer(service.call(operation, message[1]));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  json messages;
  try {
    messages = expost::wasm::decode(data, size);
  } catch (const expost::wasm::MalformedMessage&) {
    return 0;
  }
  check_round_trip(messages);
  if (!messages.is_array()) {
    return 0;
  }
  expost::operations::LinearCheckService page;
  expost::operations::Service service;
  for (std::size_t i = 0; i < messages.size() && i < most_calls; ++i) {
    call(page, messages[i]);
    call(service, messages[i]);
  }
  return 0;
}
