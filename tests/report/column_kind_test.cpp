#include "expost/report/column_kind.hpp"

#include <doctest/doctest.h>

#include "expost/report/feature_map.hpp"
#include "expost/report/features.hpp"

namespace expost::report {
namespace {

TEST_CASE("kinds whose values are no numbers, texts or booleans, in the words of every format") {
  for (const char* const kind : {"TIME_MILLIS",
                                 "TIME_MICROS",
                                 "TIME",
                                 "INTERVAL",
                                 "VARIANT",
                                 "BSON",
                                 "GEOMETRY",
                                 "FIXED_LEN_BYTE_ARRAY",
                                 "nested",
                                 "time32[s]",
                                 "time64[ns]",
                                 "duration[ms]",
                                 "timedelta64[ns]",
                                 "month_day_nano_interval",
                                 "list<item: double>",
                                 "large_list<item: int8>",
                                 "fixed_size_list<item: float>[3]",
                                 "struct<a: int64>",
                                 "map<string, int64>",
                                 "fixed_size_binary[16]",
                                 "period[M]",
                                 "pandas.period",
                                 "interval[int64, right]",
                                 "complex128",
                                 "extension<geoarrow.point>",
                                 "time64[us][pyarrow]",
                                 "object"}) {
    CAPTURE(kind);
    CHECK_FALSE(has_raw_values(kind));
  }
  for (const char* const kind : {"",
                                 "INT_8",
                                 "UINT_64",
                                 "DECIMAL",
                                 "UTF8",
                                 "ENUM",
                                 "JSON",
                                 "DATE",
                                 "TIMESTAMP_MICROS",
                                 "TIMESTAMP",
                                 "FLOAT16",
                                 "UUID",
                                 "STRING",
                                 "double",
                                 "int64",
                                 "bool",
                                 "string",
                                 "large_string",
                                 "string_view",
                                 "decimal128(9, 2)",
                                 "date32[day]",
                                 "timestamp[ms, tz=UTC]",
                                 "dictionary",
                                 "float64",
                                 "category",
                                 "boolean",
                                 "datetime64[ns]",
                                 "str",
                                 "Int64",
                                 "Sparse[float64, nan]",
                                 "binary"}) {
    CAPTURE(kind);
    CHECK(has_raw_values(kind));
  }
}

TEST_CASE("characters that nobody sees are named where a text is shown") {
  Feature feature;
  feature.name = "c";
  feature.kind = FeatureKind::category;
  feature.levels = {"a", "b"};
  Label label;
  label.name = "y";
  label.negative = "no";
  label.positive = "yes";
  const FeatureMap map({feature}, {}, label);
  const auto shown = [&](const char* level) -> std::string {
    try {
      (void)map.code_record({{"c", level}, {"y", "no"}});
    } catch (const Error& error) {
      const std::string words = error.what();
      return words.substr(words.find("but is ") + 7);
    }
    return "";
  };
  CHECK(shown("age\u200b") == "\"age[U+200B]\"");
  CHECK(shown("x\u00a0y") == "\"x[U+00A0]y\"");
  CHECK(shown("\u00ad\u200c\u200d\u2060\u200e\u200f\u202e\u2066x\ufeffy") ==
        "\"[U+00AD][U+200C][U+200D][U+2060][U+200E][U+200F][U+202E][U+2066]x[U+FEFF]y\"");
  CHECK(shown("\x1b[2J") == "\"[U+001B][2J\"");
  CHECK(shown("a\tb\nc") == "\"a\\tb\\nc\"");
  CHECK(shown("\U000e0041b") == "\"[U+E0041]b\"");
  CHECK(shown("\u17b4\u180b\u2800\ufe0f\ufff9\U0001bca0\U0001d173\U000e0100x") ==
        "\"[U+17B4][U+180B][U+2800][U+FE0F][U+FFF9][U+1BCA0][U+1D173][U+E0100]x\"");
  // Words of any language are shown as they are.
  CHECK(shown("“Zürich” 東京 😀") == "\"“Zürich” 東京 😀\"");
}

}  // namespace
}  // namespace expost::report
