#include "message.hpp"

// Only parsing with a visitor and packing of plain values are used; the adaptors for Boost's and
// the standard library's types are not.
#define MSGPACK_NO_BOOST
#include <msgpack/null_visitor.hpp>
#include <msgpack/pack.hpp>
#include <msgpack/parse.hpp>
#include <msgpack/unpack.hpp>
#include <string>
#include <utility>

namespace expost::wasm {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t deepest = 64;

/// Builds the document from the parser's events. Containers under construction are kept by value
/// on a stack, so that no pointer into a growing array is held.
class DocumentBuilder : public msgpack::null_visitor {
 public:
  bool visit_nil() { return add(json(nullptr)); }
  bool visit_boolean(bool value) { return add(json(value)); }
  bool visit_positive_integer(std::uint64_t value) { return add(json(value)); }
  bool visit_negative_integer(std::int64_t value) { return add(json(value)); }
  bool visit_float32(float value) { return add(json(static_cast<double>(value))); }
  bool visit_float64(double value) { return add(json(value)); }
  bool visit_str(const char* text, std::uint32_t size) {
    if (in_key_) {
      key_.assign(text, size);
      return true;
    }
    return add(json(std::string(text, size)));
  }
  bool visit_bin(const char*, std::uint32_t) { return false; }
  bool visit_ext(const char*, std::uint32_t) { return false; }
  bool start_array(std::uint32_t size) {
    json array = json::array();
    // Each element takes at least a byte of what follows, so a false size can't reserve more than
    // the message is long.
    array.get_ref<json::array_t&>().reserve(size <= remaining_ ? size : 0);
    return open(std::move(array));
  }
  bool end_array() { return close(); }
  bool start_map(std::uint32_t) { return open(json::object()); }
  bool start_map_key() {
    in_key_ = true;
    return true;
  }
  bool end_map_key() {
    in_key_ = false;
    return true;
  }
  bool end_map() { return close(); }
  void parse_error(std::size_t, std::size_t) {}
  void insufficient_bytes(std::size_t, std::size_t) {}

  explicit DocumentBuilder(std::size_t size) : remaining_(size) {}
  [[nodiscard]] json take() { return std::move(root_); }

 private:
  struct Level {
    json container;
    std::string key;  ///< where it goes in the container around it
  };

  bool open(json container) {
    if (in_key_ || levels_.size() == deepest) {
      return false;
    }
    levels_.push_back({std::move(container), std::move(key_)});
    return true;
  }
  bool close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    key_ = std::move(level.key);
    return add(std::move(level.container));
  }
  bool add(json value) {
    if (in_key_) {
      return false;
    }
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (json& container = levels_.back().container; container.is_array()) {
      container.get_ref<json::array_t&>().push_back(std::move(value));
    } else {
      container.get_ref<json::object_t&>().insert_or_assign(std::move(key_), std::move(value));
    }
    return true;
  }

  std::vector<Level> levels_;
  std::string key_;
  json root_;
  std::size_t remaining_;
  bool in_key_ = false;
};

/// Where the packer writes.
class ByteSink {
 public:
  void write(const char* bytes, std::size_t size) { bytes_.insert(bytes_.end(), bytes, bytes + size); }
  [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

void pack_text(msgpack::packer<ByteSink>& packer, const std::string& text) {
  packer.pack_str(static_cast<std::uint32_t>(text.size()));
  packer.pack_str_body(text.data(), static_cast<std::uint32_t>(text.size()));
}

void pack(msgpack::packer<ByteSink>& packer, const ordered_json& value) {
  switch (value.type()) {
    case ordered_json::value_t::object:
      packer.pack_map(static_cast<std::uint32_t>(value.size()));
      for (const auto& [key, member] : value.get_ref<const ordered_json::object_t&>()) {
        pack_text(packer, key);
        pack(packer, member);
      }
      return;
    case ordered_json::value_t::array:
      packer.pack_array(static_cast<std::uint32_t>(value.size()));
      for (const ordered_json& item : value.get_ref<const ordered_json::array_t&>()) {
        pack(packer, item);
      }
      return;
    case ordered_json::value_t::string:
      pack_text(packer, value.get_ref<const std::string&>());
      return;
    case ordered_json::value_t::boolean:
      value.get<bool>() ? packer.pack_true() : packer.pack_false();
      return;
    case ordered_json::value_t::number_integer:
      packer.pack_int64(value.get<std::int64_t>());
      return;
    case ordered_json::value_t::number_unsigned:
      packer.pack_uint64(value.get<std::uint64_t>());
      return;
    case ordered_json::value_t::number_float:
      packer.pack_double(value.get<double>());
      return;
    case ordered_json::value_t::null:
    case ordered_json::value_t::binary:
    case ordered_json::value_t::discarded:
      break;
  }
  packer.pack_nil();
}

}  // namespace

json decode(const std::uint8_t* bytes, std::size_t size) {
  DocumentBuilder builder(size);
  std::size_t offset = 0;
  if (!msgpack::parse(reinterpret_cast<const char*>(bytes), size, offset, builder) || offset != size) {
    throw MalformedMessage("the message is not one document");
  }
  return builder.take();
}

std::vector<std::uint8_t> encode(const ordered_json& document) {
  ByteSink sink;
  msgpack::packer<ByteSink> packer(sink);
  pack(packer, document);
  return sink.take();
}

}  // namespace expost::wasm
