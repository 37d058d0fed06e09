// libFuzzer target: any text as the rows of a table. The first byte chooses one of the good
// studies of tests/reports, commas and line ends divide the rest. A row is coded as its record is,
// or both are refused; a refused batch changes nothing. As a table of CSV the text is read alike in
// pieces of any size.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "expost/numerics/error.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/csv_reader.hpp"
#include "expost/report/person_column.hpp"
#include "expost/report/row_coder.hpp"
#include "expost/report/study.hpp"
#include "places.hpp"
#include "require.hpp"

namespace {

using expost::Error;
using expost::ErrorType;
using expost::fuzzing::check_answer;
using expost::fuzzing::divided;
using expost::fuzzing::require;
using expost::report::Columns;
using expost::report::FeatureMap;
using expost::report::PersonColumn;
using expost::report::RowCoder;
using nlohmann::json;
using nlohmann::ordered_json;

struct GoodStudy {
  json document;
  expost::report::Study study;
  std::vector<std::string> header;  ///< the columns of a record, and the one that names the person, if any
};

/// The good studies of tests/reports, by name.
const std::vector<GoodStudy>& good_studies() {
  static const std::vector<GoodStudy> all = [] {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(expost::tests_folder() / "reports/studies/good")) {
      paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<GoodStudy> studies;
    for (const auto& path : paths) {
      std::ifstream file(path);
      const json document = json::parse(file);
      expost::report::Study study = expost::report::read_study(document);
      std::vector<std::string> header;
      for (const auto& feature : study.features) {
        if (feature.kind != expost::report::FeatureKind::constant) {
          header.push_back(feature.name);
        }
      }
      header.push_back(study.label.name);
      if (study.person) {
        header.push_back(study.person->column);
      }
      studies.push_back({document, std::move(study), std::move(header)});
    }
    require(studies.size() >= 6, "there are good studies");
    return studies;
  }();
  return all;
}

/// A row under its header as one record, which no person's name is a part of.
json record_of(const GoodStudy& good, const json& row) {
  json record = json::object();
  for (std::size_t i = 0; i + (good.study.person ? 1 : 0) < good.header.size(); ++i) {
    record[good.header[i]] = row[i];
  }
  return record;
}

/// `rows`, which is kept by the caller, has one row.
Columns columns_of(const GoodStudy& good, const json& rows) {
  return expost::report::columns_of_rows(rows.get_ref<const json::array_t&>(), good.header.size(), 1, ErrorType::data);
}

/// True for a row of a study without persons, too.
bool names_a_person(const GoodStudy& good, const json& row) {
  if (!good.study.person) {
    return true;
  }
  try {
    const json rows = json::array({row});
    (void)PersonColumn(good.study.person->column, good.header).person(columns_of(good, rows), 0, 1);
    return true;
  } catch (const Error& error) {
    require(error.type() == ErrorType::data && error.pointer().starts_with("/1"), "a refused person names the place");
    return false;
  }
}

/// True if the row is taken; then it is the record's coordinates and label, to the bit.
bool check_row(const FeatureMap& map, const RowCoder& coder, const GoodStudy& good, const json& row) {
  Eigen::VectorXd x(map.dimension());
  double y = 0;
  auto counters = coder.counters();
  bool taken = true;
  try {
    const json rows = json::array({row});
    coder.code_row_of(columns_of(good, rows), 0, 1, x.data(), y, counters);
  } catch (const Error& error) {
    taken = false;
    require(error.type() == ErrorType::data && error.pointer().starts_with("/1"), "a refused row names its place");
  }
  if (row.size() != good.header.size()) {
    require(!taken, "a row that doesn't fit the header is refused");
    return false;
  }
  const json record = record_of(good, row);
  std::vector<Error> errors;
  const auto coded = map.checked_record(record, errors);
  require(errors.empty() == taken && coded.has_value() == taken, "a row is refused exactly where its record is");
  if (taken) {
    require(coded->x == x && coded->y == y, "a row is coded as its record is");
    require(x.allFinite(), "a coded row is finite");
    // Those of networks need no length.
    require(x.norm() <= 1 || !good.study.scaling.unit_ball, "a coded row lies in the unit ball");
  }
  return taken && names_a_person(good, row);
}

/// A table's rows and header, or its refusal; read in pieces of `size` bytes.
std::string read_table(std::string_view text, std::size_t size) {
  std::string found;
  try {
    expost::report::CsvReader table;
    const auto take = [&] {
      for (std::size_t row = 0; row < table.rows(); ++row) {
        for (const auto& column : table.fields()) {
          require(column.size() == table.rows(), "every column has all rows of a block");
          found += column[row];
          found += '\1';
        }
        found += '\2';
      }
    };
    for (std::size_t from = 0; from < text.size(); from += size) {
      table.push(text.substr(from, size));
      take();
    }
    do {
      table.finish();
      take();
    } while (table.rows() > 0 || table.has_failed());
    require(table.has_header(), "a table that has been read has a header");
    for (const std::string& name : table.header()) {
      found += name + '\1';
    }
  } catch (const Error& error) {
    require(error.type() == ErrorType::data, "a table is refused as data");
    found += error.code() + error.pointer() + error.what();
  }
  return found;
}

/// Any bytes as a table: the same rows and the same refusal, however they come in pieces.
void check_table(std::string_view text) {
  const std::string whole = read_table(text, text.size() + 1);
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}}) {
    require(read_table(text, size) == whole, "pieces change nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const GoodStudy& good = good_studies()[data[0] % good_studies().size()];
  const FeatureMap map(good.study);
  const RowCoder coder(map, good.header);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  json rows = json::array();
  std::size_t taken = 0;
  for (const std::string_view line : divided(text, "\n")) {
    json row = json::array();
    for (const std::string_view cell : divided(line, ",")) {
      row.push_back(std::string(cell));
    }
    taken += check_row(map, coder, good, row) ? 1 : 0;
    rows.push_back(std::move(row));
  }
  check_table(text);
  expost::operations::Service service;
  const ordered_json opened = service.call("open-study", {{"study", good.document}, {"header", good.header}});
  check_answer(opened);
  require(opened["ok"].get<bool>(), "a good study opens");
  const json handle = opened["value"]["data"];
  const ordered_json appended = service.call("append-rows", {{"data", handle}, {"rows", rows}, {"firstRow", 1}});
  check_answer(appended);
  require(appended["ok"].get<bool>() == (taken == rows.size()), "a batch is taken exactly where each row is");
  // A refused batch has changed nothing: none of its rows is there.
  const ordered_json after = service.call("append-rows", {{"data", handle}, {"rows", json::array()}, {"firstRow", 1}});
  check_answer(after);
  if (after["ok"].get<bool>()) {
    const std::size_t expected = taken == rows.size() ? taken : 0;
    require(after["value"]["rows"].get<std::size_t>() == expected, "only taken batches count");
  }
  return 0;
}
