// JavaScript values ↔ documents.
#pragma once

#include <emscripten/val.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace expost::wasm {

/// The value is not one of JSON, holds one that is not, or is nested more than 64 deep.
struct NotADocument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the document that a value is. Whole numbers below 2⁵³ become integers, all others
/// doubles; members that are undefined are left out, and a text with a lone surrogate becomes
/// ill-formed UTF-8, which the core refuses where it stands. Throws NotADocument.
[[nodiscard]] nlohmann::json document_of(const emscripten::val& value);

/// Returns the value that a document is. Its objects have own members only, whatever they are
/// called.
[[nodiscard]] emscripten::val value_of(const nlohmann::ordered_json& document);

}  // namespace expost::wasm
