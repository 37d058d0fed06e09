// The one function that crosses between JavaScript and C++: call(operation, MessagePack bytes) → MessagePack bytes.
//
// Every answer is {ok: true, value} or {ok: false, error}; no exception leaves, because in JavaScript a C++ exception is an
// opaque object without a message.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "expost/operations/operations.hpp"
#include "message.hpp"

// Service: every operation, for the package. CheckService: what a person needs, for the check page, which has to be small.
#ifndef EXPOST_SERVICE
#error "EXPOST_SERVICE names the class whose operations this module has"
#endif

namespace {

using Bytes = std::vector<std::uint8_t>;
using nlohmann::json;
// Answers keep their keys in the order in which they were written: a report is read by people too.
using nlohmann::ordered_json;

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

/// The bytes of a Uint8Array, copied by the engine in one go (embind's own conversion takes them one by one).
Bytes copied_in(const emscripten::val& array) {
  Bytes bytes(array["length"].as<std::size_t>());
  emscripten::val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<void>("set", array);
  return bytes;
}

/// A Uint8Array of its own: a view would die with the next growth of the memory.
emscripten::val copied_out(const Bytes& bytes) {
  return emscripten::val(emscripten::typed_memory_view(bytes.size(), bytes.data())).call<emscripten::val>("slice");
}

Bytes answer(const std::string& operation, const emscripten::val& request) {
  // Holds what lives between calls: loaded reports and data sets under construction.
  static expost::operations::EXPOST_SERVICE service;
  // The bytes are let go before the work starts: a report of d = 2,000 has 18 MB of them.
  const json document = [&] {
    const Bytes bytes = copied_in(request);
    return expost::wasm::decode(bytes.data(), bytes.size());
  }();
  return expost::wasm::encode(service.call(operation, document));
}

emscripten::val call(const std::string& operation, const emscripten::val& request) {
  try {
    return copied_out(answer(operation, request));
  } catch (const std::bad_alloc&) {
    return copied_out(internal_error("out-of-memory", "The memory this needs could not be had."));
  } catch (const std::exception& error) {
    return copied_out(internal_error("unexpected", error.what()));
  } catch (...) {
    return copied_out(internal_error("unexpected", "An unknown fault in the library."));
  }
}

}  // namespace

EMSCRIPTEN_BINDINGS(expost) {
  emscripten::function("call", &call);
}
