// The operations as JavaScript sees them: a function of each name, from document to document
// (docs/operations.md). wasm/js/module.js calls them.
//
// Every answer is {ok: true, value} or {ok: false, error}; no exception leaves, because in
// JavaScript a C++ exception is an opaque object without a message.
#include <emscripten/bind.h>

#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "columns.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/report.hpp"
#include "values.hpp"

// Service: every operation, for the package. CheckService: what a person needs, for the check page.
#ifndef EXPOST_SERVICE
#error "EXPOST_SERVICE names the class whose operations this module has"
#endif

namespace {

using emscripten::val;
using expost::operations::check_operations;
using expost::operations::curator_operations;
using nlohmann::ordered_json;
using Service = expost::operations::EXPOST_SERVICE;

val refusal(const char* type, const char* code, const std::string& message) {
  ordered_json error = ordered_json::object();
  error["type"] = type;
  error["code"] = code;
  error["pointer"] = "";
  error["message"] = message;
  ordered_json response = ordered_json::object();
  response["ok"] = false;
  response["error"] = std::move(error);
  return expost::wasm::value_of(response);
}

/// Holds what lives between calls: loaded reports and data sets under construction.
Service& service() {
  static Service only;
  return only;
}

template <class Ask>
val answered(const Ask& ask) {
  try {
    return expost::wasm::value_of(ask());
  } catch (const expost::wasm::NotADocument& error) {
    return refusal("argument", "not-a-document", std::string("Only what JSON can hold can be passed: ") + error.what() + ".");
  } catch (const std::bad_alloc&) {
    return refusal("internal", "out-of-memory", "The memory this needs could not be had.");
  } catch (const std::exception& error) {
    return refusal("internal", "unexpected", error.what());
  } catch (...) {
    return refusal("internal", "unexpected", "An unknown error in the library.");
  }
}

/// Not a part of `operation`, of which there is one for each name.
val answer(const char* operation, const val& request) {
  return answered([&] { return service().call(operation, expost::wasm::document_of(request)); });
}

template <const auto& operations, std::size_t index>
val operation(val request) {
  return answer(operations[index], request);
}

template <class WholeService>
val operation_with_rows(val name, val request, val rows) {
  return answered([&] {
    const std::string operation = expost::wasm::bytes_of(name);
    const nlohmann::json document = expost::wasm::document_of(request);
    WholeService& whole = service();
    if (expost::wasm::is_bytes(rows)) {
      return whole.call(operation, document, expost::wasm::copied(rows));
    }
    const expost::wasm::CopiedColumns copied(rows);
    return whole.call(operation, document, copied.columns());
  });
}

template <const auto& operations, std::size_t... indices>
void bind(std::index_sequence<indices...>) {
  (emscripten::function(operations[indices], &operation<operations, indices>), ...);
}

template <const auto& operations>
void bind() {
  bind<operations>(std::make_index_sequence<operations.size()>());
}

}  // namespace

EMSCRIPTEN_BINDINGS(expost) {
  bind<check_operations>();
  if constexpr (std::is_same_v<Service, expost::operations::Service>) {
    bind<curator_operations>();
    // An operation for rows that its document doesn't have: columns, or the bytes of a file.
    emscripten::function("call-with-rows", &operation_with_rows<Service>);
    // For the build of the package (scripts/build.mjs), which tells them to its JavaScript.
    emscripten::function(
        "format-constants", +[]() -> val {
          namespace limits = expost::report::limits;
          ordered_json constants = ordered_json::object();
          constants["formatVersion"] = expost::report::format_version;
          constants["limits"] = {{"textBytes", limits::text_bytes}, {"depth", limits::depth}, {"dimension", limits::dimension}};
          return expost::wasm::value_of(constants);
        });
  }
}
