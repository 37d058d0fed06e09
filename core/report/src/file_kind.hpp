// Files that are no text, told by how they begin.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace expost::report {

/// As many bytes as the kind of a file is told from.
inline constexpr std::size_t kind_bytes = 4096;

/// How the text of a file is encoded.
enum class TextEncoding { utf8, utf16_little, utf16_big };

/// The sentence about a file that begins like this, to stand after its name, with what to do about
/// it; none for text.
/// @param unpacked  the file was inside a gzip file
[[nodiscard]] std::optional<std::string_view> other_kind(std::string_view head, bool unpacked);

/// UTF-16 by its byte order mark, else UTF-8.
[[nodiscard]] TextEncoding encoding_of(std::string_view head);

}  // namespace expost::report
