#include "expost/report/mechanism_kind.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace expost::report {
namespace {

TEST_CASE("the keys of every kind lead back to it") {
  for (const MechanismKind kind : values_of<MechanismKind>()) {
    const MechanismKeys keys = keys_of(kind);
    CAPTURE(name_of(kind));
    CHECK(kind_with(keys.name, keys.noise == nullptr ? "laplace" : keys.noise, keys.adaptive) == kind);
    CHECK(has_noise_key(keys.name) == (keys.noise != nullptr));
    CHECK(std::count(mechanism_names.begin(), mechanism_names.end(), std::string(keys.name)) == 1);
  }
}

TEST_CASE("keys that make no kind together are none") {
  CHECK_FALSE(kind_with("output-perturbation", "laplace", false));
  CHECK_FALSE(kind_with("objective-perturbation", "gaussian", true));
  CHECK_FALSE(kind_with("objective-perturbation", "", false));
  CHECK_FALSE(kind_with("another", "gaussian", false));
  CHECK_FALSE(has_noise_key("another"));
  CHECK_FALSE(kind_with("noisy-gradient-descent", "", true));
  CHECK_FALSE(may_be_adaptive("noisy-gradient-descent"));
  CHECK(may_be_adaptive("posterior-sample"));
}

TEST_CASE("names are listed once each, in the order of the kinds") {
  const std::vector<std::string> names(mechanism_names.begin(), mechanism_names.end());
  CHECK(names == std::vector<std::string>{"objective-perturbation", "output-perturbation", "posterior-sample",
                                          "noisy-gradient-descent"});
  CHECK(std::vector<std::string>(noise_names.begin(), noise_names.end()) == std::vector<std::string>{"gaussian", "laplace"});
  CHECK(words_of("output-perturbation") == "output perturbation");
}

TEST_CASE("every loss is in the scopes that its mechanisms are computed for") {
  const ModelLoss softmax{{}, 3};
  const ModelLoss logistic{{LossKind::logistic, 1}, 0};
  const ModelLoss squared{{LossKind::squared, 1}, 0};
  CHECK(contains(LossScope::every, softmax));
  CHECK_FALSE(contains(LossScope::linear, softmax));
  CHECK(contains(LossScope::linear, logistic));
  CHECK_FALSE(contains(LossScope::squared, logistic));
  CHECK_FALSE(contains(LossScope::squared, softmax));
  CHECK(contains(LossScope::squared, squared));
}

}  // namespace
}  // namespace expost::report
