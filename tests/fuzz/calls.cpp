// libFuzzer target: any document that asks for operations, one after the other, gets answers of the
// one shape, whatever it asks for. The document is read from MessagePack, which has infinite
// numbers, NaN and texts that are not Unicode, as JavaScript has.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "expost/operations/operations.hpp"
#include "require.hpp"

namespace {

using expost::fuzzing::check_answer;
using nlohmann::json;

/// More calls than these on one service show nothing new.
constexpr std::size_t most_calls = 6;

/// True for operations that take as long as they are asked to.
bool takes_long(const std::string& operation) {
  return operation == "profile" || operation == "audit" || operation == "publish" || operation == "train" ||
         operation == "attach" || operation == "plan" || operation == "goe-quantile" || operation == "self-test" ||
         operation == "compose" || operation == "composition-part";
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
  constexpr bool throws = false;
  const json messages = json::from_msgpack(data, data + size, true, throws);
  if (!messages.is_array()) {
    return 0;
  }
  expost::operations::Service page(expost::operations::check_operations());
  expost::operations::Service service;
  for (std::size_t i = 0; i < messages.size() && i < most_calls; ++i) {
    call(page, messages[i]);
    call(service, messages[i]);
  }
  return 0;
}
