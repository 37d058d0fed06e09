// Weak spots of reports, one by one.
#include "expost/report/warnings.hpp"

#include <doctest/doctest.h>

#include <string>

namespace expost::report {
namespace {

/// A report without any.
Report sound() {
  Report report;
  report.heading.publisher = Publisher{"Example Bank", "", {}};
  report.heading.people = 20000;
  report.guarantee = Guarantee{1, 1e-7, ""};
  return report;
}

std::string codes(const Report& report, bool full_digits = false) {
  std::string all;
  for (const Warning& warning : warnings_of(report, full_digits)) {
    all += (all.empty() ? "" : " ") + std::string(warning.code) + ":" + name_of(warning.level);
  }
  return all;
}

}  // namespace

TEST_CASE("a sound report has no warning, and each weak spot its own") {
  CHECK(codes(sound()).empty());
  const auto with = [](auto change) {
    Report report = sound();
    change(report);
    return codes(report);
  };
  const auto epsilon = [&](double value) { return with([&](Report& report) { report.guarantee->epsilon = value; }); };
  CHECK(epsilon(1.386).empty());
  CHECK(epsilon(1.387) == "epsilon:note");
  CHECK(epsilon(2.944) == "epsilon:note");
  CHECK(epsilon(2.945) == "epsilon:warning");
  CHECK(epsilon(10) == "epsilon:warning");
  CHECK(epsilon(10.01) == "epsilon:serious");
  const auto delta = [&](double value) { return with([&](Report& report) { report.guarantee->delta = value; }); };
  CHECK(delta(0).empty());
  CHECK(delta(4.9e-7).empty());
  CHECK(delta(5.1e-7) == "delta:note");
  CHECK(delta(4.9e-6) == "delta:note");
  CHECK(delta(5.1e-6) == "delta:warning");
  CHECK(with([](Report& report) {
          report.heading.people = 10;
          report.guarantee->delta = 1.1e-4;
        }) == "delta:warning");
  CHECK(with([](Report& report) { report.heading.people.reset(); }) == "people:note");
  CHECK(with([](Report& report) {
          report.heading.people.reset();
          report.guarantee->delta = 0;
        }).empty());
  CHECK(with([](Report& report) { report.guarantee.reset(); }) == "no-promise:warning");
  CHECK(with([](Report& report) { report.heading.publisher.reset(); }) == "no-publisher:warning");
  CHECK(with([](Report& report) { report.sample = true; }) == "sample:note");
  CHECK(codes(sound(), true) == "digits:warning");
  // The promise to a person counts, and the gravest comes first.
  CHECK(with([](Report& report) {
          report.person = PersonPromise{20, 20, 1e-3};
          report.insecure_seed = true;
          report.sample = true;
        }) == "epsilon:serious seed:serious delta:warning sample:note");
}

}  // namespace expost::report
