// JavaScript values ↔ documents.
#pragma once

#include <emscripten/val.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace expost::wasm {

/// The value is not one of JSON, holds one that is not, or is nested more than 64 deep.
struct NotADocument : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the document that a value is. Whole numbers below 2⁵³ become integers, all others
/// doubles; members that are undefined are left out, and a text with a lone surrogate becomes
/// ill-formed UTF-8, which the core refuses where it stands. Throws NotADocument.
[[nodiscard]] nlohmann::json document_of(const emscripten::val& value);

/// Whether a value is an array of texts, not empty, none of them with a zero or a lone surrogate.
[[nodiscard]] bool is_texts(const emscripten::val& value);

/// The UTF-8 of a text, or of several with a zero between them.
[[nodiscard]] std::string bytes_of(const emscripten::val& value);

/// The bytes of a Uint8Array.
[[nodiscard]] std::string copied(const emscripten::val& bytes);

/// Returns the value that a document is. Its objects have own members only, whatever they are
/// called.
[[nodiscard]] emscripten::val value_of(const nlohmann::ordered_json& document);

}  // namespace expost::wasm
