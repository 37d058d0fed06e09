// MessagePack ↔ documents, by msgpack-cxx.
//
// nlohmann/json has a reader of its own, but it brings along CBOR, BSON, UBJSON and a JSON text
// parser: a third of the check page's module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace expost::wasm {

/// The bytes are not one MessagePack document of the kinds that JSON has, or nested more than 64
/// deep.
struct MalformedMessage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Integers stay integers, 32-bit floats become doubles. Throws MalformedMessage.
[[nodiscard]] nlohmann::json decode(const std::uint8_t* bytes, std::size_t size);

/// Numbers that are not integers are written as 64-bit floats, infinities included.
[[nodiscard]] std::vector<std::uint8_t> encode(const nlohmann::ordered_json& document);

}  // namespace expost::wasm
