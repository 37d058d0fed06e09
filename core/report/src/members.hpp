// The keys of an object of the format, each said once: a list of members reads a struct, writes it,
// and makes its JSON Schema (report-format.md, study.md).
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "definitions.hpp"
#include "document.hpp"
#include "parts.hpp"
#include "rules.hpp"

namespace expost::report {

enum class Presence {
  required,
  optional,  ///< a text that is empty, an optional without a value, false or 0 is not written
  written,   ///< need not be there, but is written
};

template <class Value>
[[nodiscard]] bool is_stated(const Value& value) {
  if constexpr (requires { value.has_value(); }) {
    return value.has_value();
  } else if constexpr (requires { value.empty(); }) {
    return !value.empty();
  } else {
    return value != Value();
  }
}

/// A key as summaries have it: "x-insecure-seed" is "insecureSeed".
[[nodiscard]] std::string summary_key(std::string_view key);

/// A key whose value is a member of a struct.
template <class Struct, class Held, class Rule>
struct Member {
  const char* key;
  Held Struct::*place;
  Rule rule;
  Presence presence;
  const char* words;  ///< for whoever writes such a document; null: the rule's own

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {key}; }
  bool read(const Object& object, Struct& target, const Parts& parts, bool) const {
    return parts.read([&] {
      const std::optional<Node> node = object.find(key);
      if (!node) {
        if (presence == Presence::required) {
          (void)object.at(key, rule.expected());
        }
        return;
      }
      if constexpr (std::is_same_v<Held, std::optional<typename Rule::Value>> &&
                    !requires { rule.read(*node, target.*place); }) {
        read_value(*node, (target.*place).emplace(), parts);
      } else {
        read_value(*node, target.*place, parts);
      }
    });
  }
  void write(OrderedJson& document, const Struct& source) const requires
      requires(const Rule& some, const typename Rule::Value& value) {
    some.write(value);
  }
  {
    const Held& value = source.*place;
    if (presence != Presence::optional || is_stated(value)) {
      if constexpr (std::is_same_v<Held, std::optional<typename Rule::Value>>) {
        document[key] = rule.write(*value);
      } else {
        document[key] = rule.write(value);
      }
    }
  }
  /// Adds the value whether it is stated or not: null, false or an empty text where it isn't.
  void summarise(OrderedJson& summary, const Struct& source) const {
    const Held& value = source.*place;
    OrderedJson& place_in_summary = summary[summary_key(key)];
    if constexpr (requires { rule.write(value); }) {
      place_in_summary = rule.write(value);
    } else {
      place_in_summary = value ? rule.write(*value) : OrderedJson(nullptr);
    }
  }
  void describe(OrderedJson& schema, Definitions& definitions) const {
    if (presence == Presence::required) {
      schema["required"].push_back(key);
    }
    OrderedJson value = described(rule.describe(definitions), words);
    if constexpr (requires { rule.write(Struct{}.*place); }) {
      if (presence == Presence::written) {
        value["default"] = rule.write(Struct{}.*place);
      }
    }
    schema["properties"][key] = std::move(value);
  }

 private:
  template <class Value>
  void read_value(const Node& node, Value& value, const Parts& parts) const {
    if constexpr (requires { rule.read(node, value, parts); }) {
      rule.read(node, value, parts);
    } else {
      rule.read(node, value);
    }
  }
};
template <class Struct, class Held, class Rule>
[[nodiscard]] constexpr Member<Struct, Held, Rule> required_key(const char* key, Held Struct::*place, Rule rule,
                                                                const char* words = nullptr) {
  return {key, place, rule, Presence::required, words};
}
template <class Struct, class Held, class Rule>
[[nodiscard]] constexpr Member<Struct, Held, Rule> optional_key(const char* key, Held Struct::*place, Rule rule,
                                                                const char* words = nullptr) {
  return {key, place, rule, Presence::optional, words};
}
template <class Struct, class Held, class Rule>
[[nodiscard]] constexpr Member<Struct, Held, Rule> written_key(const char* key, Held Struct::*place, Rule rule,
                                                               const char* words = nullptr) {
  return {key, place, rule, Presence::written, words};
}

/// A key with one value: the name of an alternative.
template <class Struct>
struct Constant {
  const char* key;
  const char* value;
  bool required = true;

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {key}; }
  bool read(const Object&, Struct&, const Parts&, bool) const { return true; }
  void write(OrderedJson& document, const Struct&) const { document[key] = value; }
  void describe(OrderedJson& schema, Definitions&) const {
    if (required) {
      schema["required"].push_back(key);
    }
    schema["properties"][key] = {{"const", value}, {"description", "Names the kind."}};
  }
};

// Descriptions are parameters of types, so that a module that reads documents has none of them.

/// A key whose rule is code. It may look at the members before it, and is read where these are
/// right, unless it is independent of them.
template <class Struct, OrderedJson (*description)(Definitions& definitions)>
struct Computed {
  const char* key;
  bool required;
  void (*reader)(const Object& object, Struct& target);
  void (*writer)(OrderedJson& document, const Struct& source);  ///< null of studies, which are never written
  const char* words;
  bool independent = false;

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {key}; }
  bool read(const Object& object, Struct& target, const Parts& parts, bool right) const {
    return (right || independent) && parts.read([&] { reader(object, target); });
  }
  void write(OrderedJson& document, const Struct& source) const {
    if (writer != nullptr) {
      writer(document, source);
    }
  }
  void describe(OrderedJson& schema, Definitions& definitions) const {
    if (required) {
      schema["required"].push_back(key);
    }
    schema["properties"][key] = described(description(definitions), words);
  }
};

/// An object under a key whose members are the struct's own.
template <class Struct, class List>
struct Within {
  const char* key;
  const char* name;  ///< of its definition
  const char* expected;
  const char* words;
  List list;

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {key}; }
  bool read(const Object& object, Struct& target, const Parts& parts, bool) const {
    return parts.read([&] {
      const Object inner(object.at(key, expected), expected);
      list.allow(inner);
      list.read(inner, target, parts);
    });
  }
  void write(OrderedJson& document, const Struct& source) const { document[key] = list.write(source); }
  void describe(OrderedJson& schema, Definitions& definitions) const {
    schema["required"].push_back(key);
    schema["properties"][key] = described(definitions.refer(name, [&] { return list.describe(definitions); }), words);
  }
};
template <class Struct, class... Each>
class Members;
template <class Struct, class... Each>
[[nodiscard]] constexpr Within<Struct, Members<Struct, Each...>> within(const char* key, const char* name, const char* expected,
                                                                        const char* words, Members<Struct, Each...> list) {
  return {key, name, expected, words, list};
}

/// A key that doesn't come without another one; `words` say what that is. Without words others
/// check it.
template <class Struct>
struct Needs {
  const char* key;
  const char* needed;
  const char* words;

  [[nodiscard]] constexpr std::array<const char*, 0> keys() const { return {}; }
  bool read(const Object& object, Struct&, const Parts& parts, bool) const {
    return parts.read([&] {
      if (words != nullptr && object.find(key)) {
        (void)object.at(needed, words);
      }
    });
  }
  void write(OrderedJson&, const Struct&) const {}
  void describe(OrderedJson& schema, Definitions&) const { schema["dependentRequired"][key].push_back(needed); }
};

/// A key that is read and written by others.
template <class Struct, OrderedJson (*description)(Definitions& definitions)>
struct Described {
  const char* key;
  bool required;
  const char* words;

  [[nodiscard]] constexpr std::array<const char*, 1> keys() const { return {key}; }
  bool read(const Object&, Struct&, const Parts&, bool) const { return true; }
  void write(OrderedJson&, const Struct&) const {}
  void describe(OrderedJson& schema, Definitions& definitions) const {
    if (required) {
      schema["required"].push_back(key);
    }
    schema["properties"][key] = described(description(definitions), words);
  }
};

/// A rule about the members before it, where these are right.
template <class Struct>
struct Check {
  void (*check)(const Object& object, const Struct& target);

  [[nodiscard]] constexpr std::array<const char*, 0> keys() const { return {}; }
  bool read(const Object& object, Struct& target, const Parts& parts, bool right) const {
    return right && parts.read([&] { check(object, target); });
  }
  void write(OrderedJson&, const Struct&) const {}
  void describe(OrderedJson&, Definitions&) const {}
};

/// The keys of an object, in the order they are written.
template <class Struct, class... Each>
class Members {
 public:
  constexpr explicit Members(Each... each) : each_(each...) {}

  /// These and more.
  template <class... More>
  [[nodiscard]] constexpr auto with(More... more) const {
    return std::apply([&](const Each&... each) { return Members<Struct, Each..., More...>(each..., more...); }, each_);
  }
  template <class... More>
  [[nodiscard]] constexpr auto operator+(const Members<Struct, More...>& more) const {
    return more.after(*this);
  }
  template <class... Before>
  [[nodiscard]] constexpr auto after(const Members<Struct, Before...>& before) const {
    return std::apply([&](const Each&... each) { return before.with(each...); }, each_);
  }
  [[nodiscard]] constexpr auto keys() const {
    return std::apply(
        [](const Each&... each) {
          std::array<const char*, (0 + ... + std::tuple_size_v<decltype(each.keys())>)> all{};
          std::size_t i = 0;
          const auto append = [&](const auto& some) {
            for (const char* const key : some) {
              all[i++] = key;
            }
          };
          (append(each.keys()), ...);
          return all;
        },
        each_);
  }
  /// Refuses other keys.
  void allow(const Object& object) const { object.allow(keys()); }
  /// Reads all, whatever other keys there are. False if an error was collected.
  bool read(const Object& object, Struct& target, const Parts& parts = {}) const {
    bool right = true;
    std::apply([&](const Each&... each) { ((right = each.read(object, target, parts, right) && right), ...); }, each_);
    return right;
  }
  void write(OrderedJson& document, const Struct& source) const {
    std::apply([&](const Each&... each) { (each.write(document, source), ...); }, each_);
  }
  [[nodiscard]] OrderedJson write(const Struct& source) const {
    OrderedJson document;
    write(document, source);
    return document;
  }
  /// Adds every member that has a value of its own, as summaries have them.
  void summarise(OrderedJson& summary, const Struct& source) const {
    const auto add = [&](const auto& each) {
      if constexpr (requires { each.summarise(summary, source); }) {
        each.summarise(summary, source);
      }
    };
    std::apply([&](const Each&... each) { (add(each), ...); }, each_);
  }
  void describe(OrderedJson& schema, Definitions& definitions) const {
    std::apply([&](const Each&... each) { (each.describe(schema, definitions), ...); }, each_);
  }
  /// The schema of an object that has these keys, those of one's own, and no others.
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    OrderedJson schema{{"type", "object"}, {"required", OrderedJson::array()}, {"properties", OrderedJson::object()}};
    describe(schema, definitions);
    if (schema["required"].empty()) {
      schema.erase("required");
    }
    schema["patternProperties"] = {{"^x-", true}};
    schema["additionalProperties"] = false;
    return schema;
  }

 private:
  std::tuple<Each...> each_;
};
template <class Struct, class... Each>
[[nodiscard]] constexpr Members<Struct, Each...> members_of(Each... each) {
  return Members<Struct, Each...>(each...);
}

/// The members of a struct that is a member itself, their keys among those of the object around it.
template <class Struct, class Inner, class List>
struct Inlined {
  Inner Struct::*place;
  List list;

  [[nodiscard]] constexpr auto keys() const { return list.keys(); }
  bool read(const Object& object, Struct& target, const Parts& parts, bool) const {
    if constexpr (requires { (target.*place).emplace(); }) {
      return list.read(object, (target.*place).emplace(), parts);
    } else {
      return list.read(object, target.*place, parts);
    }
  }
  void write(OrderedJson& document, const Struct& source) const { list.write(document, source.*place); }
  void summarise(OrderedJson& summary, const Struct& source) const { list.summarise(summary, source.*place); }
  void describe(OrderedJson& schema, Definitions& definitions) const { list.describe(schema, definitions); }
};

template <class Struct, class Inner, class List>
[[nodiscard]] constexpr Inlined<Struct, Inner, List> inlined(Inner Struct::*place, List list) {
  return {place, list};
}

/// An object by a list of members; `name` is that of its definition.
template <class Struct, class List>
struct Nested {
  using Value = Struct;
  const char* name;
  const char* words;  ///< "an object with a name"
  const char* about;  ///< a line about the object itself; null: none
  List list;

  [[nodiscard]] const char* expected() const { return words; }
  void read(const Node& node, Struct& value) const { read(node, value, Parts()); }
  void read(const Node& node, Struct& value, const Parts& parts) const {
    const Object object(node, words);
    list.allow(object);
    list.read(object, value, parts);
  }
  [[nodiscard]] OrderedJson write(const Struct& value) const { return list.write(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    return definitions.refer(name, [&] { return described(list.describe(definitions), about); });
  }
};
template <class Struct, class... Each>
[[nodiscard]] constexpr Nested<Struct, Members<Struct, Each...>> nested(const char* name, const char* words, const char* about,
                                                                        Members<Struct, Each...> list) {
  return {name, words, about, list};
}

/// One of several kinds of an object, each with a list of its own.
template <class Kind, class List>
struct Alternative {
  Kind kind;
  const char* words;
  List list;
};

/// Objects of several kinds.
template <class Kind, class... Lists>
class Alternatives {
 public:
  constexpr explicit Alternatives(Alternative<Kind, Lists>... each) : each_(each...) {}

  /// Calls `use` with the list of a kind.
  template <class Use>
  void with(Kind kind, const Use& use) const {
    std::apply([&](const auto&... each) { ((each.kind == kind ? use(each.list) : void()), ...); }, each_);
  }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    OrderedJson schema{{"type", "object"}, {"oneOf", OrderedJson::array()}};
    std::apply(
        [&](const auto&... each) { (schema["oneOf"].push_back(described(each.list.describe(definitions), each.words)), ...); },
        each_);
    return schema;
  }

 private:
  std::tuple<Alternative<Kind, Lists>...> each_;
};
template <class Kind, class... Lists>
[[nodiscard]] constexpr Alternatives<Kind, Lists...> alternatives_of(Alternative<Kind, Lists>... each) {
  return Alternatives<Kind, Lists...>(each...);
}
template <class Kind, class List>
[[nodiscard]] constexpr Alternative<Kind, List> alternative(Kind kind, const char* words, List list) {
  return {kind, words, list};
}

}  // namespace expost::report
