// expost._core: the operations of the library (docs/operations.md), documents in and out. No
// numerics here, and nothing that a person reads.
#include <cstdint>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents.hpp"
#include "expost/numerics/error.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/columns.hpp"
#include "expost/report/csv_reader.hpp"
#include "expost/report/document_text.hpp"
#include "expost/report/table_lines.hpp"

namespace nb = nanobind;

namespace {

using expost::python::document_of;
using expost::python::NotADocument;
using expost::python::value_of;
using expost::report::Bits;
using expost::report::Column;
using expost::report::Columns;
using expost::report::Dictionary;
using expost::report::Texts;
using nlohmann::ordered_json;

template <class Number>
using Buffer = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
std::span<const Number> span_of(const Buffer<Number>& buffer) {
  return {buffer.data(), buffer.size()};
}

/// A column as Python hands it over: {"kind", "values" …} of numpy arrays, which stay alive as long
/// as the call.
template <class Number>
std::span<const Number> buffer(const nb::dict& column, const char* name) {
  return span_of(nb::cast<Buffer<Number>>(column[name]));
}

Texts texts_of(const nb::dict& column) {
  const std::span<const std::uint8_t> bytes = buffer<std::uint8_t>(column, "bytes");
  return {buffer<std::int32_t>(column, "ends"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
}

Column column_of(const nb::dict& given, std::size_t rows) {
  Column column;
  const auto kind = nb::cast<std::string>(given["kind"]);
  if (kind == "numbers") {
    column.values = buffer<double>(given, "values");
  } else if (kind == "bits") {
    column.values = Bits{buffer<std::uint8_t>(given, "values"), nb::cast<std::size_t>(given["start"]), rows};
  } else if (kind == "texts") {
    column.values = texts_of(given);
  } else if (kind == "dictionary") {
    column.values = Dictionary{buffer<std::int32_t>(given, "codes"), texts_of(given)};
  } else {
    throw nb::value_error("kind must be numbers, bits, texts or dictionary");
  }
  if (given.contains("present")) {
    column.present = Bits{buffer<std::uint8_t>(given, "present"), nb::cast<std::size_t>(given["present_start"]), rows};
  }
  return column;
}

Columns columns_of(const nb::list& given, std::size_t rows) {
  Columns columns{{}, rows};
  columns.columns.reserve(given.size());
  for (const nb::handle column : given) {
    columns.columns.push_back(column_of(nb::borrow<nb::dict>(column), rows));
  }
  return columns;
}

ordered_json refusal(const char* type, const std::string& code, const std::string& pointer, const std::string& message) {
  return {{"ok", false}, {"error", {{"type", type}, {"code", code}, {"pointer", pointer}, {"message", message}}}};
}

ordered_json not_a_document(const NotADocument& error) {
  const std::string place = error.pointer.empty() ? "" : " in " + error.pointer;
  return refusal("argument", "not-a-document", error.pointer,
                 "only what JSON can hold can be passed" + place + ": " + error.what());
}

/// One service, and a lock: others may call while Python's own lock is given back.
class LockedService {
 public:
  nb::object call(const std::string& operation, nb::handle request, bool arrays) {
    try {
      const nlohmann::json document = document_of(request);
      return value_of(unlocked([&] { return service_.call(operation, document); }), arrays);
    } catch (const NotADocument& error) {
      return value_of(not_a_document(error), arrays);
    }
  }

  nb::object call_bytes(const std::string& operation, nb::handle request, const nb::bytes& piece) {
    try {
      const nlohmann::json document = document_of(request);
      const std::string_view view(piece.c_str(), piece.size());
      return value_of(unlocked([&] { return service_.call(operation, document, view); }), false);
    } catch (const NotADocument& error) {
      return value_of(not_a_document(error), false);
    }
  }

  nb::object call_columns(const std::string& operation, nb::handle request, const nb::list& given, std::size_t rows,
                          bool arrays) {
    try {
      const nlohmann::json document = document_of(request);
      const Columns columns = columns_of(given, rows);
      return value_of(unlocked([&] { return service_.call(operation, document, columns); }), arrays);
    } catch (const NotADocument& error) {
      return value_of(not_a_document(error), arrays);
    }
  }

  /// Exceptions of `asked` come out as they are.
  nb::object call_elsewhere(const std::string& operation, nb::handle request, const nb::callable& asked) {
    try {
      const nlohmann::json document = document_of(request);
      std::exception_ptr raised;
      const auto ask = [&](std::string_view question) -> std::string {
        const nb::gil_scoped_acquire acquired;
        try {
          return nb::cast<std::string>(asked(nb::str(question.data(), question.size())));
        } catch (...) {
          raised = std::current_exception();
          throw std::runtime_error("the sums over rows could not be had");
        }
      };
      const ordered_json response = unlocked([&] { return service_.call(operation, document, ask); });
      if (raised) {
        std::rethrow_exception(raised);
      }
      return value_of(response, false);
    } catch (const NotADocument& error) {
      return value_of(not_a_document(error), false);
    }
  }

  nb::object load_text(const std::string& text) {
    return value_of(unlocked([&]() -> ordered_json {
                      try {
                        nlohmann::json report = expost::report::parse_document(text, expost::ErrorType::report);
                        return service_.call("load-report", {{"report", std::move(report)}});
                      } catch (const expost::Error& error) {
                        return refusal("report", error.code(), error.pointer(), error.what());
                      }
                    }),
                    false);
  }

 private:
  template <class Work>
  ordered_json unlocked(Work work) {
    const nb::gil_scoped_release released;
    const std::scoped_lock lock(mutex_);
    return work();
  }

  expost::operations::Service service_;
  std::mutex mutex_;
};

/// Reads a table of CSV, piece by piece; Python's lock is given back meanwhile.
class CsvReader {
 public:
  explicit CsvReader(expost::report::CsvOptions options) : reader_(options) {}

  nb::object push(const nb::bytes& piece) {
    const std::string_view bytes(piece.c_str(), piece.size());
    return answered([&] { reader_.push(bytes); });
  }
  nb::object finish() {
    return answered([&] { reader_.finish(); });
  }
  nb::object damaged() {
    return answered([&] { reader_.refuse_damaged(); });
  }
  nb::object header() const {
    if (!reader_.has_header()) {
      return nb::none();
    }
    nb::list names;
    for (const std::string& name : reader_.header()) {
      names.append(nb::str(name.data(), name.size()));
    }
    return names;
  }
  /// For each column the ends of its texts, as bytes of 32-bit numbers, and the texts.
  nb::list block() const {
    nb::list columns;
    for (const expost::report::Fields& column : reader_.fields()) {
      std::string texts;
      std::vector<std::int32_t> ends{0};
      for (std::size_t i = 0; i < column.size(); ++i) {
        texts += column[i];
        ends.push_back(static_cast<std::int32_t>(texts.size()));
      }
      columns.append(
          nb::make_tuple(nb::bytes(ends.data(), ends.size() * sizeof(std::int32_t)), nb::bytes(texts.data(), texts.size())));
    }
    return columns;
  }
  [[nodiscard]] bool has_failed() const { return reader_.has_failed(); }
  [[nodiscard]] std::optional<std::int64_t> line_of(std::int64_t row) const { return reader_.line_of(row); }
  [[nodiscard]] nb::list thousands() const {
    nb::list places;
    for (const std::size_t place : reader_.thousands()) {
      places.append(place);
    }
    return places;
  }
  [[nodiscard]] double estimated_rows(double bytes) const { return reader_.estimated_rows(bytes); }

 private:
  /// The number of rows that were read, in a response.
  template <class Work>
  nb::object answered(Work work) {
    ordered_json response;
    {
      const nb::gil_scoped_release released;
      try {
        work();
        response = {{"ok", true}, {"value", reader_.rows()}};
      } catch (const expost::Error& error) {
        const char* const type = error.type() == expost::ErrorType::data ? "data" : "argument";
        response = refusal(type, error.code(), error.pointer(), error.what());
      }
    }
    return value_of(response, false);
  }

  expost::report::CsvReader reader_;
};

}  // namespace

NB_MODULE(_core, module) {
  module.doc() = "The operations of the library, documents in and out.";
  nb::class_<LockedService>(module, "Service")
      .def(nb::init<>())
      .def("call", &LockedService::call, nb::arg("operation"), nb::arg("request"), nb::arg("arrays") = false)
      .def("call_columns", &LockedService::call_columns, nb::arg("operation"), nb::arg("request"), nb::arg("columns"),
           nb::arg("rows"), nb::arg("arrays") = false)
      .def("call_bytes", &LockedService::call_bytes, nb::arg("operation"), nb::arg("request"), nb::arg("piece"))
      .def("load_text", &LockedService::load_text, nb::arg("text"))
      .def("call_elsewhere", &LockedService::call_elsewhere, nb::arg("operation"), nb::arg("request"), nb::arg("asked"));
  nb::class_<CsvReader>(module, "CsvReader")
      .def(
          "__init__",
          [](CsvReader* self, bool unpacked, bool decimal_comma) {
            new (self) CsvReader({decimal_comma, unpacked});
          },
          nb::arg("unpacked") = false, nb::arg("decimal_comma") = false)
      .def("push", &CsvReader::push, nb::arg("piece"))
      .def("finish", &CsvReader::finish)
      .def("damaged", &CsvReader::damaged)
      .def("header", &CsvReader::header)
      .def("block", &CsvReader::block)
      .def("has_failed", &CsvReader::has_failed)
      .def("line_of", &CsvReader::line_of, nb::arg("row"))
      .def("thousands", &CsvReader::thousands)
      .def("estimated_rows", &CsvReader::estimated_rows, nb::arg("size"));
  module.def(
      "table_lines",
      [](const std::vector<std::string>& header, const nb::list& given, std::size_t rows) {
        nb::dict response;
        try {
          const Columns columns = columns_of(given, rows);
          const std::string lines = [&] {
            const nb::gil_scoped_release released;
            expost::report::check_columns(columns, header);
            return expost::report::table_lines(columns);
          }();
          response["ok"] = true;
          response["value"] = nb::bytes(lines.data(), lines.size());
        } catch (const expost::Error& error) {
          response = nb::borrow<nb::dict>(value_of(refusal("argument", error.code(), error.pointer(), error.what()), false));
        }
        return response;
      },
      nb::arg("header"), nb::arg("columns"), nb::arg("rows"));
}
