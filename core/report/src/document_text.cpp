#include "expost/report/document_text.hpp"

#include <string>
#include <vector>

#include "document.hpp"
#include "expost/report/limits.hpp"

namespace expost::report {
namespace {

constexpr int number_overflow = 406;  // nlohmann/json's id of "number overflow parsing …"

/// Keeps track of where the parser is, so that a number that overflows is refused at its own place: the parser stops
/// there by itself, whereas engines of browsers make it an infinity, which `read_report` refuses.
class PlaceTracker final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return scalar(); }
  bool boolean(bool) override { return scalar(); }
  bool number_integer(number_integer_t) override { return scalar(); }
  bool number_unsigned(number_unsigned_t) override { return scalar(); }
  bool number_float(number_float_t, const string_t&) override { return scalar(); }
  bool string(string_t&) override { return scalar(); }
  bool binary(binary_t&) override { return scalar(); }
  bool start_object(std::size_t) override {
    open_.push_back({false, 0, ""});
    return true;
  }
  bool key(string_t& key) override {
    open_.back().key = key;
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override {
    open_.push_back({true, 0, ""});
    return true;
  }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  [[nodiscard]] std::string pointer() const {
    std::string pointer;
    for (const Open& open : open_) {
      pointer = pointer_to(pointer, open.is_array ? std::to_string(open.index) : open.key);
    }
    return pointer;
  }

 private:
  struct Open {
    bool is_array;
    std::size_t index;
    std::string key;
  };
  bool scalar() {
    if (!open_.empty()) {
      ++open_.back().index;
    }
    return true;
  }
  bool close() {
    open_.pop_back();
    return scalar();
  }

  std::vector<Open> open_;
};

const char* document_words(Fault fault) {
  switch (fault) {
    case Fault::report:
      return "the report";
    case Fault::study:
      return "the study";
    case Fault::record:
      return "the record";
    default:
      return "the document";
  }
}

}  // namespace

nlohmann::json parse_document(std::string_view text, Fault fault) {
  const std::string words = document_words(fault);
  if (text.size() > limits::text_bytes) {
    throw Error(
        fault, "too-large", "",
        words + " must have at most " + std::to_string(limits::text_bytes) + " bytes, but has " + std::to_string(text.size()));
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw Error(fault, "not-json", "", words + " must be JSON, but is not well formed at byte " + std::to_string(error.byte));
  } catch (const Json::out_of_range& error) {
    if (error.id != number_overflow) {
      throw;
    }
    PlaceTracker tracker;
    (void)Json::sax_parse(text, &tracker);
    const std::string pointer = tracker.pointer();
    throw Error(fault, "not-finite", pointer,
                (pointer.empty() ? words : in_words(pointer)) + " must be a finite number, but is beyond every double");
  }
}

Report read_report_text(std::string_view text) {
  return read_report(parse_document(text, Fault::report));
}

Study read_study_text(std::string_view text) {
  return read_study(parse_document(text, Fault::study));
}

}  // namespace expost::report
