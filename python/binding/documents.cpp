#include "documents.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace nb = nanobind;

namespace expost::python {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Far more than any document may have (expost/report/limits.hpp): its reader refuses one that is
/// as deep as this, a list that holds itself too, so that nobody looks at what is below.
constexpr int deepest = 512;

json number_document(double value) {
  constexpr double most = 9007199254740991;  // 2⁵³ − 1: the whole numbers that a double tells apart
  if (value == std::trunc(value) && std::abs(value) <= most) {
    return value < 0 ? json(static_cast<std::int64_t>(value)) : json(static_cast<std::uint64_t>(value));
  }
  return value;
}

std::string text_of(nb::handle value) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    throw NotADocument("a text has half a character in it (a lone surrogate)");
  }
  return {bytes, static_cast<std::size_t>(size)};
}

json integer_document(nb::handle value) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) {
    return number < 0 ? json(static_cast<std::int64_t>(number)) : json(static_cast<std::uint64_t>(number));
  }
  const double nearest = PyLong_AsDouble(value.ptr());
  if (nearest == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw NotADocument("a whole number is beyond every double");
  }
  return nearest;
}

json document_at(nb::handle value, int depth);

/// A member of a list or an object, whose error says where it is.
template <class Work>
json below(const std::string& key, Work work) {
  try {
    return work();
  } catch (const NotADocument& error) {
    throw NotADocument(error.what(), (json::json_pointer() / key).to_string() + error.pointer);
  }
}

[[noreturn]] void refuse_type(nb::handle value) {
  throw NotADocument("it holds a value of the type " + nb::cast<std::string>(nb::str(value.type().attr("__name__"))));
}

/// Reads numpy's scalars and arrays. Dates and spans of time would come out as bare counts.
json numpy_document(nb::handle value, int depth) {
  if (nb::hasattr(value, "dtype") && nb::hasattr(value.attr("dtype"), "kind")) {
    const auto kind = nb::cast<std::string>(nb::str(value.attr("dtype").attr("kind")));
    if (kind == "m" || kind == "M" || kind == "V") {
      refuse_type(value);
    }
  }
  const nb::object plain = value.attr("tolist")();
  if (plain.type().is(value.type())) {
    // A longdouble is its own list.
    refuse_type(value);
  }
  return document_at(plain, depth);
}

json list_document(nb::handle value, int depth) {
  json list = json::array();
  auto& items = list.get_ref<json::array_t&>();
  for (const nb::handle item : nb::borrow<nb::sequence>(value)) {
    items.push_back(below(std::to_string(items.size()), [&] { return document_at(item, depth); }));
  }
  return list;
}

json object_document(nb::handle value, int depth) {
  json object = json::object();
  for (const auto& [key, member] : nb::borrow<nb::dict>(value)) {
    if (!nb::isinstance<nb::str>(key)) {
      throw NotADocument("a key is no text");
    }
    std::string name = text_of(key);
    json document = below(name, [&] { return document_at(member, depth); });
    object.get_ref<json::object_t&>().insert_or_assign(std::move(name), std::move(document));
  }
  return object;
}

json document_at(nb::handle value, int depth) {
  if (value.is_none()) {
    return nullptr;
  }
  if (PyBool_Check(value.ptr())) {
    return value.ptr() == Py_True;
  }
  if (PyLong_Check(value.ptr())) {
    return integer_document(value);
  }
  if (PyFloat_Check(value.ptr())) {
    return number_document(PyFloat_AsDouble(value.ptr()));
  }
  if (PyUnicode_Check(value.ptr())) {
    return text_of(value);
  }
  if (depth == deepest) {
    return nullptr;
  }
  if (PyDict_Check(value.ptr())) {
    return object_document(value, depth + 1);
  }
  if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    return list_document(value, depth + 1);
  }
  if (nb::hasattr(value, "tolist")) {
    return numpy_document(value, depth + 1);
  }
  refuse_type(value);
}

bool holds_numbers(const ordered_json& list) {
  return std::all_of(list.begin(), list.end(), [](const ordered_json& item) { return item.is_number(); });
}

nb::object numbers_value(const ordered_json& list) {
  auto numbers = std::make_unique<double[]>(list.size());
  std::size_t i = 0;
  for (const ordered_json& item : list) {
    numbers[i++] = item.get<double>();
  }
  double* const held = numbers.get();
  nb::capsule owner(held, [](void* memory) noexcept { delete[] static_cast<double*>(memory); });
  (void)numbers.release();
  return nb::ndarray<nb::numpy, double, nb::ndim<1>>(held, {list.size()}, owner).cast();
}

}  // namespace

json document_of(nb::handle value) {
  return document_at(value, 0);
}

nb::object value_of(const ordered_json& document, bool arrays) {
  switch (document.type()) {
    case ordered_json::value_t::object: {
      nb::dict object;
      for (const auto& [name, member] : document.get_ref<const ordered_json::object_t&>()) {
        object[nb::str(name.data(), name.size())] = value_of(member, arrays);
      }
      return object;
    }
    case ordered_json::value_t::array: {
      if (arrays && holds_numbers(document)) {
        return numbers_value(document);
      }
      nb::list list;
      for (const ordered_json& item : document.get_ref<const ordered_json::array_t&>()) {
        list.append(value_of(item, arrays));
      }
      return list;
    }
    case ordered_json::value_t::string: {
      const auto& text = document.get_ref<const std::string&>();
      return nb::str(text.data(), text.size());
    }
    case ordered_json::value_t::boolean:
      return nb::bool_(document.get<bool>());
    case ordered_json::value_t::number_integer:
      return nb::int_(document.get<std::int64_t>());
    case ordered_json::value_t::number_unsigned:
      return nb::int_(document.get<std::uint64_t>());
    case ordered_json::value_t::number_float:
      return nb::float_(document.get<double>());
    case ordered_json::value_t::null:
    case ordered_json::value_t::binary:
    case ordered_json::value_t::discarded:
      break;
  }
  return nb::none();
}

}  // namespace expost::python
