#include "expost/report/sentence.hpp"

#include "document.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {

std::string sentence(std::initializer_list<Phrase> phrases) {
  std::string text;
  for (const Phrase& phrase : phrases) {
    switch (phrase.kind_) {
      case Phrase::Kind::words:
        text += phrase.words_;
        break;
      case Phrase::Kind::text:
        text.append(phrase.text_.start, phrase.text_.size);
        break;
      case Phrase::Kind::quoted:
        text += in_quotes({phrase.text_.start, phrase.text_.size});
        break;
      case Phrase::Kind::number:
        text += format_number(phrase.number_);
        break;
    }
  }
  return text;
}

void throw_error(ErrorType type, const char* code, std::string_view pointer, std::initializer_list<Phrase> phrases) {
  throw Error(type, code, std::string(pointer), sentence(phrases));
}

}  // namespace expost::report
