// Numbers as bytes, for machines of one kind that work on the same rows: questions about them and
// answers. A struct with `parts` is its parts one after the other, and a variant its place and then
// what it holds. The bytes are in the order of the machine, for no file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace expost {

/// Bytes as they are written.
class ByteWriter {
 public:
  /// Appends `count` bytes.
  void append(const void* bytes, std::size_t count) { bytes_.append(static_cast<const char*>(bytes), count); }
  /// Returns all bytes; none are left.
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Bytes that are read from their start.
class ByteReader {
 public:
  /// Throws an error of the caller's.
  using Refuse = void (*)();
  /// `refuse` throws; it is called where the bytes are no value of the type that is read.
  ByteReader(std::string_view bytes, Refuse refuse) : bytes_(bytes), refuse_(refuse) {}

  /// Takes `count` bytes.
  void take(void* bytes, std::size_t count) {
    if (bytes_.size() < count) {
      refuse_();
    }
    std::memcpy(bytes, bytes_.data(), count);
    bytes_.remove_prefix(count);
  }
  /// Throws.
  void refuse() const { refuse_(); }
  /// Returns how many bytes are left.
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  Refuse refuse_;
};

/// A number that is written as it stands in memory.
template <class T>
concept PlainNumber = std::is_same_v<T, double> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint8_t>;

/// A struct with `template <class Self> static auto parts(Self& self) { return std::tie(…); }`.
template <class T>
concept HasParts = requires(T& value) {
  T::parts(value);
};

/// Writes a number.
template <PlainNumber T>
void write(ByteWriter& to, T value) {
  to.append(&value, sizeof value);
}
/// Reads a number.
template <PlainNumber T>
void read(ByteReader& from, T& value) {
  from.take(&value, sizeof value);
}

/// Writes how many there are, and then each; it has 8 bytes at least.
template <class T>
void write(ByteWriter& to, const std::vector<T>& values) {
  write(to, static_cast<std::int64_t>(values.size()));
  for (const T& value : values) {
    write(to, value);
  }
}
/// Reads them.
template <class T>
void read(ByteReader& from, std::vector<T>& values) {
  std::int64_t count = 0;
  read(from, count);
  // Before memory is asked for: an element has 8 bytes at least.
  if (count < 0 || static_cast<std::uint64_t>(count) > from.left() / 8) {
    from.refuse();
  }
  values.resize(static_cast<std::size_t>(count));
  for (T& value : values) {
    read(from, value);
  }
}

/// Writes the parts in their order.
template <HasParts T>
void write(ByteWriter& to, const T& value) {
  std::apply([&](const auto&... part) { (write(to, part), ...); }, T::parts(value));
}
/// Reads them.
template <HasParts T>
void read(ByteReader& from, T& value) {
  std::apply([&](auto&... part) { (read(from, part), ...); }, T::parts(value));
}

/// Writes the alternative's place, and what it holds.
template <class... Each>
void write(ByteWriter& to, const std::variant<Each...>& value) {
  write(to, static_cast<std::uint8_t>(value.index()));
  std::visit([&](const auto& held) { write(to, held); }, value);
}
/// Reads them.
template <class... Each>
void read(ByteReader& from, std::variant<Each...>& value) {
  std::uint8_t index = 0;
  read(from, index);
  std::uint8_t place = 0;
  const auto read_if_it = [&]<class One>(std::type_identity<One>) {
    if (index == place++) {
      read(from, value.template emplace<One>());
    }
  };
  (read_if_it(std::type_identity<Each>()), ...);
  if (index >= place) {
    from.refuse();
  }
}

/// Returns a value's bytes.
template <class T>
[[nodiscard]] std::string bytes_of(const T& value) {
  ByteWriter to;
  write(to, value);
  return to.take();
}
/// Returns the value of all these bytes. Throws as `refuse` does, for bytes that are left, too.
template <class T>
[[nodiscard]] T from_bytes(std::string_view bytes, ByteReader::Refuse refuse) {
  ByteReader from(bytes, refuse);
  T value;
  read(from, value);
  if (from.left() > 0) {
    refuse();
  }
  return value;
}

}  // namespace expost
