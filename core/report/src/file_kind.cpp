#include "file_kind.hpp"

#include <algorithm>
#include <array>

namespace expost::report {
namespace {

using namespace std::string_view_literals;

/// Zero bytes, nearly all the first or the second of their pair, from which text is UTF-16.
constexpr std::size_t least_zeros = 3;

/// The sentence about a zip archive, by the names of its first members.
std::string_view kind_of_zip(std::string_view head) {
  constexpr std::size_t first_name = 30;
  const std::string_view named = head.substr(std::min(first_name, head.size()));
  if (named.starts_with("mimetypeapplication/vnd.oasis.opendocument")) {
    return "is an OpenDocument file (.ods); save the sheet as CSV in UTF-8 and give that";
  }
  if (head.find("\0xl/"sv) != std::string_view::npos || named.starts_with("xl/")) {
    return "is an Excel workbook (.xlsx); save the sheet as CSV in UTF-8 and give that";
  }
  for (const std::string_view office : {"[Content_Types]", "_rels/", "docProps/"}) {
    if (named.starts_with(office)) {
      return "is an Office file, perhaps an Excel workbook (.xlsx); save the sheet as CSV in UTF-8 and give that";
    }
  }
  return "is a zip archive; unpack it and give the file that is in it";
}

/// Whether every second byte is zero often, and others rarely.
bool is_unmarked_utf16(std::string_view head) {
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < head.size(); ++i) {
    zeros[i % 2] += head[i] == '\0' ? 1 : 0;
  }
  const auto [least, most] = std::minmax(zeros[0], zeros[1]);
  return 8 * least <= most && most >= least_zeros && 20 * most >= head.size();
}

/// Whether a file begins with a mark that has a zero byte after it somewhere: a name in a header
/// may be the same letters.
bool begins_binary(std::string_view head, std::string_view mark) {
  return head.starts_with(mark) && head.find('\0') != std::string_view::npos;
}

}  // namespace

std::optional<std::string_view> other_kind(std::string_view head, bool unpacked) {
  if (head.starts_with("\x1f\x8b")) {
    return unpacked ? "is gzip inside gzip; unpack it and give the file that is in it"
                    : "is compressed with gzip; unpack it and give the file that is in it";
  }
  if (head.starts_with("PK\x03\x04")) {
    return kind_of_zip(head);
  }
  if (head.starts_with("PK\x05\x06") || head.starts_with("PK\x07\x08")) {
    return "is a zip archive; unpack it and give the file that is in it";
  }
  if (head.starts_with("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
    return "is a file of an old Office program, perhaps an Excel workbook (.xls); save the sheet as CSV in UTF-8 and give that";
  }
  const bool bzip2 = head.starts_with("BZh") && head.substr(std::min<std::size_t>(4, head.size())).starts_with("1AY&SY");
  if (bzip2 ||
      head.starts_with("\xfd"
                       "7zXZ\0"sv) ||
      head.starts_with("\x28\xb5\x2f\xfd") || head.starts_with("7z\xbc\xaf")) {
    return "is compressed (bzip2, xz, zstd or 7z); unpack it and give the file that is in it";
  }
  if (begins_binary(head, "PAR1") || begins_binary(head, "PARE")) {
    return unpacked ? "is Parquet inside a compressed file; unpack it and give the Parquet file"
                    : "is Parquet, which can't be read from a pipe or as text; give it as a file";
  }
  if (head.starts_with("ARROW1\0"sv) || begins_binary(head, "FEA1")) {
    return "is an Arrow or Feather file; save the table as Parquet or CSV";
  }
  if (head.starts_with("SQLite format 3\0"sv)) {
    return "is a SQLite database; save the table as CSV or Parquet";
  }
  if (head.starts_with("\xff\xfe\0\0"sv) || head.starts_with("\0\0\xfe\xff"sv)) {
    return "is UTF-32 text; save it as UTF-8";
  }
  if (encoding_of(head) == TextEncoding::utf8 && is_unmarked_utf16(head)) {
    return "is UTF-16 text without a byte order mark, which can't be told for certain; save it as UTF-8";
  }
  return std::nullopt;
}

TextEncoding encoding_of(std::string_view head) {
  return head.starts_with("\xff\xfe")   ? TextEncoding::utf16_little
         : head.starts_with("\xfe\xff") ? TextEncoding::utf16_big
                                        : TextEncoding::utf8;
}

}  // namespace expost::report
