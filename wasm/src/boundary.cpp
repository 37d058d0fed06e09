// The one way across between JavaScript and C++: the MessagePack bytes of [operation, request] in,
// those of an answer out.
//
// Bytes of the module's memory and their number are all that crosses, as C has them: what
// Emscripten offers for classes and values (embind) weighs 5 kB in a page that has to be small.
// wasm/js/module.js is the other side.
//
// Every answer is {ok: true, value} or {ok: false, error}; no exception leaves, because in
// JavaScript a C++ exception is an opaque object without a message.
#include <emscripten.h>

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "expost/operations/operations.hpp"
#include "message.hpp"

// Service: every operation, for the package. CheckService and LinearCheckService: what a person
// needs, for the check pages, which have to be small.
#ifndef EXPOST_SERVICE
#error "EXPOST_SERVICE names the class whose operations this module has"
#endif

namespace {

using Bytes = std::vector<std::uint8_t>;
using nlohmann::json;
// Answers keep their keys in the order in which they were written: a report is read by people too.
using nlohmann::ordered_json;

/// The buffers that JavaScript writes and reads.
Bytes request_bytes;
Bytes answer_bytes;

Bytes internal_error(const char* code, const std::string& message) {
  ordered_json error = ordered_json::object();
  error["type"] = "internal";
  error["code"] = code;
  error["pointer"] = "";
  error["message"] = message;
  ordered_json response = ordered_json::object();
  response["ok"] = false;
  response["error"] = std::move(error);
  return expost::wasm::encode(response);
}

Bytes answer() {
  // Holds what lives between calls: loaded reports and data sets under construction.
  static expost::operations::EXPOST_SERVICE service;
  const json message = [] {
    // The bytes are let go before the work starts: a report of d = 2,000 has 18 MB of them.
    const Bytes bytes = std::exchange(request_bytes, {});
    return expost::wasm::decode(bytes.data(), bytes.size());
  }();
  return expost::wasm::encode(service.call(message.at(0).get_ref<const std::string&>(), message.at(1)));
}

Bytes guarded_answer() {
  try {
    return answer();
  } catch (const std::bad_alloc&) {
    return internal_error("out-of-memory", "The memory this needs could not be had.");
  } catch (const std::exception& error) {
    return internal_error("unexpected", error.what());
  } catch (...) {
    return internal_error("unexpected", "An unknown fault in the library.");
  }
}

}  // namespace

extern "C" {

/// Room for a request of so many bytes; null where there is none. The answer before it is let go.
EMSCRIPTEN_KEEPALIVE std::uint8_t* expost_room(std::size_t size) {
  answer_bytes = {};
  try {
    request_bytes = Bytes(size);
  } catch (...) {
    return nullptr;
  }
  return request_bytes.data();
}

/// Answers the request that was written there: where the answer is, until there is room for
/// another request.
EMSCRIPTEN_KEEPALIVE const std::uint8_t* expost_call() {
  answer_bytes = guarded_answer();
  return answer_bytes.data();
}

EMSCRIPTEN_KEEPALIVE std::size_t expost_answer_size() {
  return answer_bytes.size();
}
}
