// A report of each mechanism through the operations: what the bound document holds, against the core's own functions called by hand.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "approximately.hpp"
#include "expost/ada_ops.hpp"
#include "expost/laplace_noise.hpp"
#include "expost/output_perturbation.hpp"
#include "expost/posterior_sample.hpp"
#include "expost/softmax_bound.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::BoundOptions;
using expost::Membership;
using expost::operations::CheckService;

namespace {

json report_named(const std::string& name) {
  std::ifstream file(std::filesystem::path(EXPOST_TESTS_DIR) / "reports/good" / (name + ".json"));
  return json::parse(file);
}

/// A report without features, so that records are vectors.
json coded(const std::string& name) {
  json report = report_named(name);
  for (const char* const key : {"features", "scaling", "label"}) {
    report.erase(key);
  }
  return report;
}

json ask(const json& report, const json& x, const json& y, const json& options = json::object()) {
  CheckService service;
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  return value_of(service.call("bound", {{"report", handle}, {"x", x}, {"y", y}, {"options", options}}));
}

json summary_of(const json& report) {
  CheckService service;
  return value_of(service.call("load-report", {{"report", report}})).at("summary");
}

Eigen::VectorXd vector_of(const json& numbers) {
  Eigen::VectorXd vector(static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    vector(static_cast<Eigen::Index>(i)) = numbers[i].get<double>();
  }
  return vector;
}

void check_ends(const json& ends, const expost::Interval& expected) {
  CHECK(ends[0].get<double>() == expected.lower);
  CHECK(ends[1].get<double>() == expected.upper);
}

/// The general mechanism works with matrices and rounds ‖A‖ up: a few units in the last place.
void check_close(const json& ends, const expost::Interval& expected) {
  CHECK(ends[0].get<double>() == expost::approximately(expected.lower).epsilon(1e-13));
  CHECK(ends[1].get<double>() == expost::approximately(expected.upper).epsilon(1e-13));
}

const json somebody = {0.5, -0.25, 0.5, 0.125};
const std::vector<std::string> other_mechanisms = {"softmax-three-classes",    "softmax-released-and-coded", "laplace",
                                                   "laplace-softmax",          "output-perturbation",        "posterior-sample",
                                                   "adaptive-posterior-sample"};

}  // namespace

TEST_CASE("every mechanism's bound has the members of its shape") {
  for (const std::string& name : other_mechanisms) {
    CAPTURE(name);
    const json report = coded(name);
    const bool classes = report.at("model").at("loss").contains("classes");
    const json x = name == "softmax-released-and-coded" ? json{0.5, -0.25} : somebody;
    for (const char* const member : {"in", "out", "unknown"}) {
      CAPTURE(member);
      const json bound = ask(report, x, classes || name == "laplace" ? 1.0 : -0.5, {{"member", member}});
      const json& loss = bound.at("loss");
      for (const char* const side : {"in", "out"}) {
        CHECK(loss.at(side)[0].get<double>() <= loss.at(side)[1].get<double>());
      }
      double largest = 0;
      for (const char* const side : {"in", "out"}) {
        if (std::string(member) == "unknown" || std::string(member) == side) {
          largest = std::fmax(largest, std::fmax(-loss.at(side)[0].get<double>(), loss.at(side)[1].get<double>()));
        }
      }
      CHECK(bound.at("epsilon").at("upper").get<double>() == largest);
      CHECK(largest > 0);
      CHECK(std::isfinite(largest));
      CHECK(bound.at("total").at("upper").get<double>() >= largest);
      if (const json& parts = bound.at("components"); !parts.is_null()) {
        const double sum = parts.at("leverage").get<double>() + parts.at("gradientNorm").get<double>() +
                           parts.at("gradient").get<double>() + parts.at("release").get<double>();
        CHECK(sum == expost::approximately(bound.at("total").at("upper").get<double>()).epsilon(1e-12));
        CHECK((std::string(member) == "unknown" || parts.at("member") == member));
      } else {
        CHECK(name.find("posterior") != std::string::npos);
      }
      CHECK(bound.at("terms").is_object());
      CHECK(bound.at("terms").size() >= 1);
    }
  }
}

TEST_CASE("softmax: the bound document is the core's bound") {
  const json report = coded("softmax-three-classes");
  expost::PublishedSoftmaxModel model;
  model.classes = 3;
  model.parts.lambda = 20;
  model.parts.sigma = 6.81;
  model.parts.theta = vector_of(report.at("model").at("theta"));
  const expost::PreparedSoftmaxReport prepared(model);
  const expost::SoftmaxBoundRule rule(prepared, {});
  for (int label = 0; label < 3; ++label) {
    CAPTURE(label);
    const expost::ConvexBound expected = rule.bound(vector_of(somebody), label);
    const json bound = ask(report, somebody, label);
    check_ends(bound.at("loss").at("in"), expected.in);
    check_ends(bound.at("loss").at("out"), expected.out);
    check_ends(bound.at("terms").at("determinant").at("in"), expected.determinant_in);
    check_ends(bound.at("terms").at("determinant").at("out"), expected.determinant_out);
    CHECK(bound.at("terms").at("gradientNorm") == expected.gradient_norm);
    CHECK(bound.at("y") == label);
  }
  const json all = ask(report, somebody, 1, {{"uniform", "all"}});
  CHECK(all.at("epsilon").at("upper") > ask(report, somebody, 1).at("epsilon").at("upper"));
}

TEST_CASE("softmax: records by their levels, and what is no class is refused") {
  const json report = report_named("softmax-three-classes");
  CheckService service;
  const json value = value_of(service.call("load-report", {{"report", report}}));
  const json summary = value.at("summary");
  CHECK(summary.at("dimension") == 4);
  CHECK(summary.at("loss") == json{{"name", "softmax"}, {"classes", 3}});
  CHECK(summary.at("label").at("kind") == "category");
  CHECK(summary.at("label").at("levels") == json{"low", "middle", "high"});
  const json handle = value.at("handle");
  const json record = {{"age", 37}, {"sex", "female"}, {"income", "high"}};
  const json bound = value_of(service.call("bound", {{"report", handle}, {"record", record}}));
  CHECK(bound.at("y") == 2);
  json unknown = record;
  unknown["income"] = "highest";
  CHECK(error_of(service.call("bound", {{"report", handle}, {"record", unknown}})).at("code") == "unknown-level");
  for (const json& y : {json(3), json(-1), json(0.5)}) {
    const json error = error_of(service.call("bound", {{"report", handle}, {"x", somebody}, {"y", y}}));
    CHECK(error.at("pointer") == "/y");
    CHECK(error.at("message").get<std::string>().find("a whole number from 0 to 2") != std::string::npos);
  }
}

TEST_CASE("softmax: a released report has an overhead and a kind") {
  const json report = report_named("softmax-released-and-coded");
  CHECK(summary_of(report).at("kind") == "adaptive");
  CHECK(summary_of(report).at("release").at("smallestEigenvalue").at("sigma") == 2);
  const json bound = ask(report, {0.5, -0.25}, 1);
  CHECK(bound.at("overhead").at("expost") > 0);
  CHECK(bound.at("total").at("upper") > bound.at("epsilon").at("upper"));
  CHECK(bound.at("total").at("failureProbability").get<double>() == expost::approximately(2e-6));
}

TEST_CASE("Laplace-type noise: a bound that never fails, by hand") {
  // ℓ' = −y/(1 + e^{yt}) and ℓ'' at t = xᵀθ: mathematics.md 12 with λ = 2.5, η = 0.5.
  const json report = coded("laplace");
  const double t = 0.5 * 0.12 + 0.25 * 0.03 + 0.5 * 0.4 - 0.125 * 0.25;
  const double norm = std::sqrt(0.25 + 0.0625 + 0.25 + 0.015625);
  const double slope = 1 / (1 + std::exp(t));
  const double kappa = std::log1p(slope * (1 - slope) * norm * norm / 2.5);
  const double noise = 0.5 * slope * norm;
  const json bound = ask(report, somebody, 1);
  CHECK(bound.at("loss").at("in")[0].get<double>() == expost::approximately(-noise).epsilon(1e-14));
  CHECK(bound.at("loss").at("in")[1].get<double>() == expost::approximately(kappa + noise).epsilon(1e-14));
  CHECK(bound.at("loss").at("out")[0].get<double>() == expost::approximately(-kappa - noise).epsilon(1e-14));
  CHECK(bound.at("loss").at("out")[1].get<double>() == expost::approximately(noise).epsilon(1e-14));
  CHECK(bound.at("terms").at("determinant").get<double>() == expost::approximately(kappa).epsilon(1e-14));
  CHECK(bound.at("terms").at("noise").get<double>() == expost::approximately(noise).epsilon(1e-14));
  CHECK(bound.at("failureProbability") == 1e-6);
  CHECK(bound.at("totalFailureProbability") == 0);
  CHECK(bound.at("total").at("failureProbability") == 0);
  CHECK(bound.at("guarantee").at("delta") == 0);
  // For every record at once, without paying for it.
  CHECK(ask(report, somebody, 1, {{"uniform", "all"}}).at("epsilon") == bound.at("epsilon"));
  const json mechanism = summary_of(report).at("mechanism");
  CHECK(mechanism == json{{"name", "objective-perturbation"}, {"noise", "laplace"}, {"eta", 0.5}, {"lambda", 2.5}});
}

TEST_CASE("Laplace-type noise with two classes of softmax is that of logistic regression at half the ridge") {
  // Θ = (−θ/2, θ/2) has the logistic model's probabilities; ‖∇ℓ‖ is √2 and curvature 2 times as large.
  json report = coded("laplace");
  const Eigen::VectorXd theta = vector_of(report.at("model").at("theta"));
  json two = report;
  two["model"]["loss"] = {{"name", "softmax"}, {"classes", 2}};
  json numbers = json::array();
  for (const double sign : {-0.5, 0.5}) {
    for (const double value : theta) {
      numbers.push_back(sign * value);
    }
  }
  two["model"]["theta"] = numbers;
  two["model"]["mechanism"]["eta"] = 0.5 / std::sqrt(2.0);
  two["model"]["mechanism"]["lambda"] = 5;
  const json logistic = ask(report, somebody, 1);
  const json softmax = ask(two, somebody, 1);
  for (int end = 0; end < 2; ++end) {
    CHECK(softmax.at("loss").at("in")[static_cast<std::size_t>(end)].get<double>() ==
          expost::approximately(logistic.at("loss").at("in")[static_cast<std::size_t>(end)].get<double>()).epsilon(1e-13));
  }
}

TEST_CASE("output perturbation: the bound document is the core's bound, on the grid where there is one") {
  const json report = coded("output-perturbation");
  const Eigen::VectorXd theta = vector_of(report.at("model").at("theta"));
  const expost::Loss loss{expost::LossKind::pseudo_huber, 0.5};
  const expost::OutputPerturbation grid = expost::OutputPerturbation::on_grid(Eigen::MatrixXd::Identity(4, 4), 0.08);
  const expost::OutputPerturbation reals(Eigen::MatrixXd::Identity(4, 4), 1 / (0.08 * 0.08));
  const json bound = ask(report, somebody, -0.5, {{"failureProbability", 0.01}});
  const auto expected = grid.bound({loss, 40}, theta, vector_of(somebody), -0.5, 0.01);
  check_close(bound.at("loss").at("in"), expected.loss);
  check_close(bound.at("loss").at("out"), expected.loss);
  CHECK(bound.at("terms").at("shift").get<double>() == expost::approximately(expected.shift).epsilon(1e-13));
  CHECK(bound.at("terms").at("derivative").get<double>() == expost::approximately(expected.largest_derivative).epsilon(1e-13));
  json off = report;
  off["model"]["mechanism"].erase("x-grid");
  const auto without = reals.bound({loss, 40}, theta, vector_of(somebody), -0.5, 0.01);
  check_close(ask(off, somebody, -0.5, {{"failureProbability", 0.01}}).at("loss").at("in"), without.loss);
  CHECK(ask(report, somebody, -0.5, {{"uniform", "all"}}).at("epsilon").at("upper") >
        ask(report, somebody, -0.5).at("epsilon").at("upper"));
  CHECK(summary_of(report).at("mechanism") ==
        json{{"name", "output-perturbation"}, {"noise", "gaussian"}, {"sigma", 0.08}, {"lambda", 40}});
}

TEST_CASE("a posterior sample: the bound document is the core's bound") {
  const json report = coded("posterior-sample");
  const expost::PublishedPosteriorSample model{vector_of(report.at("model").at("theta")), 12, 3.5};
  const auto expected =
      posterior_sample_bound(model, vector_of(somebody), -0.5, Membership::out, 0.01, {expost::Uniformity::Kind::rows, 7});
  const json bound = ask(report, somebody, -0.5, {{"failureProbability", 0.01}, {"member", "out"}, {"uniform", 7}});
  check_ends(bound.at("loss").at("in"), expected.in);
  check_ends(bound.at("loss").at("out"), expected.out);
  CHECK(bound.at("epsilon").at("upper") == expected.epsilon.upper);
  CHECK(bound.at("terms") == json{{"publishedResidual", expected.published_residual}});
  CHECK(bound.at("components").is_null());
  CHECK(bound.at("guarantee").is_null());
  CHECK(summary_of(report).at("mechanism") == json{{"name", "posterior-sample"}, {"gamma", 3.5}, {"lambda", 12}});
}

TEST_CASE("AdaOPS: the bound covers all three steps") {
  const json report = coded("adaptive-posterior-sample");
  const expost::PublishedAdaOps model{{1, 1e-6}, vector_of(report.at("model").at("theta")), 12, 3.5, 31.5, 0.75};
  const auto expected = ada_ops_bound(model, vector_of(somebody), -0.5, Membership::in, 0.01);
  const json bound = ask(report, somebody, -0.5, {{"failureProbability", 0.01}, {"member", "in"}});
  check_ends(bound.at("loss").at("in"), expected.in);
  CHECK(bound.at("terms") ==
        json{{"publishedResidual", expected.sample.published_residual}, {"dataEigenvalue", expected.data_eigenvalue}});
  // More than the sample by itself would cost.
  json alone = report;
  alone["model"]["mechanism"].erase("adaptive");
  CHECK(bound.at("epsilon").at("upper") > expected.sample.epsilon.upper);
  CHECK(summary_of(report).at("mechanism").at("adaptive") == json{{"epsilon", 1}, {"delta", 1e-6}});
}

TEST_CASE("what a mechanism has no bound for is refused in one sentence") {
  for (const std::string& name : other_mechanisms) {
    CAPTURE(name);
    const json report = coded(name);
    const json x = name == "softmax-released-and-coded" ? json{0.5, -0.25} : somebody;
    CheckService service;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const auto refused = [&](const json& options) {
      return error_of(service.call("bound", {{"report", handle}, {"x", x}, {"y", 1}, {"options", options}}));
    };
    const json paper = refused({{"method", "paper"}});
    CHECK(paper.at("type") == "argument");
    CHECK(paper.at("code") == "unsupported");
    for (const double rho : {0.0, 1.0, -0.5}) {
      const json error = refused({{"failureProbability", rho}});
      CHECK(error.at("type") == "argument");
      CHECK(error.at("code") == "out-of-range");
    }
  }
}

TEST_CASE("rows of every mechanism are bounded as single records are") {
  for (const std::string& name : other_mechanisms) {
    CAPTURE(name);
    expost::operations::Service service;
    const json report = coded(name);
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const bool two = name == "softmax-released-and-coded";
    const json x = two ? json{0.5, -0.25} : somebody;
    json header = json::array();
    json row = json::array();
    for (std::size_t i = 0; i < x.size(); ++i) {
      header.push_back("x" + std::to_string(i + 1));
      row.push_back(x[i]);
    }
    header.push_back("y");
    row.push_back(1);
    const json rows = value_of(service.call("bound-rows", {{"report", handle}, {"header", header}, {"rows", {row, row}}}));
    const json one = ask(report, x, 1);
    CHECK(rows.at("upper")[1] == one.at("epsilon").at("upper"));
    CHECK(rows.at("total")[0] == one.at("total").at("upper"));
    CHECK(rows.at("outLower")[0] == one.at("loss").at("out")[0]);
  }
}
