// The operations as JavaScript sees them, from document to document (docs/operations.md).
// wasm/js/module.js calls them.
//
// Every answer is {ok: true, value} or {ok: false, error}; no exception leaves, because in
// JavaScript a C++ exception is an opaque object without a message.
#include <emscripten/bind.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "columns.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/report.hpp"
#include "values.hpp"

namespace {

using emscripten::val;
using expost::operations::Service;
using nlohmann::ordered_json;

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
#ifdef EXPOST_CHECK_ALONE
  static Service only(expost::operations::check_operations());
#else
  static Service only;
#endif
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

/// An operation by its name, and its request.
val call(val name, val request) {
  return answered([&] { return service().call(expost::wasm::bytes_of(name), expost::wasm::document_of(request)); });
}

/// An operation for the next bytes of a file.
val call_with_bytes(val name, val request, val bytes) {
  return answered([&] {
    return service().call(expost::wasm::bytes_of(name), expost::wasm::document_of(request), expost::wasm::copied(bytes));
  });
}

/// Calls a function of JavaScript after each gradient of a network's bound.
void watch(int report, val told) {
  service().watch(report, [told] { told(); });
}

#ifndef EXPOST_CHECK_ALONE
/// An operation for rows that its document doesn't have, in columns.
val call_with_rows(val name, val request, val rows) {
  return answered([&] {
    const std::string operation = expost::wasm::bytes_of(name);
    const nlohmann::json document = expost::wasm::document_of(request);
    const expost::wasm::CopiedColumns copied(rows);
    return service().call(operation, document, copied.columns());
  });
}

/// Limits of the format for the build of the package (scripts/build.mjs), which tells them to its
/// JavaScript.
val format_constants() {
  namespace limits = expost::report::limits;
  ordered_json constants = ordered_json::object();
  constants["formatVersion"] = expost::report::format_version;
  constants["limits"] = {{"textBytes", limits::text_bytes}, {"depth", limits::depth}, {"dimension", limits::dimension}};
  return expost::wasm::value_of(constants);
}
#endif

}  // namespace

EMSCRIPTEN_BINDINGS(expost) {
  emscripten::function("call", &call);
  emscripten::function("call-with-bytes", &call_with_bytes);
  emscripten::function("watch", &watch);
#ifndef EXPOST_CHECK_ALONE
  emscripten::function("call-with-rows", &call_with_rows);
  emscripten::function("format-constants", &format_constants);
#endif
}
