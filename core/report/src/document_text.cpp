#include "expost/report/document_text.hpp"

#include <set>
#include <string>
#include <vector>

#include "document.hpp"
#include "expost/report/limits.hpp"

namespace expost::report {
namespace {

constexpr int number_overflow = 406;  // nlohmann/json's id of "number overflow parsing …"

/// Keeps track of where the parser is. It stops at a number that overflows by itself, whereas
/// engines of browsers make it an infinity, which `read_report` refuses; and here at a key that its
/// object has already, and at a container that is too deep.
class PlaceTracker final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return scalar(); }
  bool boolean(bool) override { return scalar(); }
  bool number_integer(number_integer_t) override { return scalar(); }
  bool number_unsigned(number_unsigned_t) override { return scalar(); }
  bool number_float(number_float_t, const string_t&) override { return scalar(); }
  bool string(string_t&) override { return scalar(); }
  bool binary(binary_t&) override { return scalar(); }
  bool start_object(std::size_t) override { return open(false); }
  bool key(string_t& key) override {
    open_.back().key = key;
    repeated_ = !open_.back().keys.insert(key).second;
    return !repeated_;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  /// Whether it stopped at a key that is there twice, or at a container below limits::depth others.
  [[nodiscard]] bool repeated() const { return repeated_; }
  [[nodiscard]] bool too_deep() const { return too_deep_; }

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
    std::set<std::string> keys;
  };
  bool open(bool is_array) {
    too_deep_ = open_.size() == limits::depth;
    if (!too_deep_) {
      open_.push_back({is_array, 0, "", {}});
    }
    return !too_deep_;
  }
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
  bool repeated_ = false;
  bool too_deep_ = false;
};

}  // namespace

nlohmann::json parse_document(std::string_view text, ErrorType type) {
  const std::string words = document_words(type);
  if (text.size() > limits::text_bytes) {
    throw Error(
        type, "too-large", "",
        words + " must have at most " + std::to_string(limits::text_bytes) + " bytes, but has " + std::to_string(text.size()));
  }
  const auto not_json = [&](std::size_t byte) {
    return Error(type, "not-json", "", words + " must be JSON, but is not well formed at byte " + std::to_string(byte));
  };
  // The parser takes a null byte for the end, and would not see what follows.
  if (const std::size_t end = text.find('\0'); end != std::string_view::npos) {
    throw not_json(end + 1);
  }
  const auto refuse_text = [&](const PlaceTracker& tracker) {
    const std::string pointer = tracker.pointer();
    if (tracker.repeated()) {
      throw Error(type, "duplicate-key", pointer,
                  in_words(pointer) + " is there twice: readers differ in which of the two they take");
    }
    if (tracker.too_deep()) {
      throw too_deep(type);
    }
  };
  try {
    PlaceTracker tracker;
    if (!Json::sax_parse(text, &tracker)) {
      refuse_text(tracker);
    }
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw not_json(error.byte);
  } catch (const Json::out_of_range& error) {
    if (error.id != number_overflow) {
      throw;
    }
    PlaceTracker tracker;
    (void)Json::sax_parse(text, &tracker);
    const std::string pointer = tracker.pointer();
    throw Error(type, "not-finite", pointer,
                (pointer.empty() ? words : in_words(pointer)) + " must be a finite number, but is beyond every double");
  }
}

Report read_report_text(std::string_view text) {
  return read_report(parse_document(text, ErrorType::report));
}

Study read_study_text(std::string_view text) {
  return read_study(parse_document(text, ErrorType::study));
}

}  // namespace expost::report
