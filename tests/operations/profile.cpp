// The profile operation: against training from scratch, in pieces, with held-out rows, and what it
// refuses.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "approximately.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/neighbours/leave_one_out.hpp"
#include "expost/profile/displacement_loss.hpp"
#include "expost/training/convex_objective.hpp"
#include "expost/training/objective.hpp"
#include "operations_fixture.hpp"

using namespace expost::operations_tests;
using expost::CodedData;
using expost::Objective;
using expost::Rows;
using expost::operations::Service;

namespace {

/// All pieces; every answer before the last is progress.
json profile_of(Service& service, json request, std::vector<json>* progress = nullptr) {
  for (int call = 0; call < 100000; ++call) {
    const ordered_json response = service.call("profile", request);
    json value = value_of(response);
    if (value.at("finished") == true) {
      return value;
    }
    if (progress != nullptr) {
      progress->push_back(value);
    }
  }
  FAIL("the profile never ends");
  return {};
}

/// The fixture's rows, coded by hand: intercept, age from [0, 100] to [−1, 1], day, year;
/// everything divided by 1.75.
struct Coded {
  Rows x;
  Eigen::VectorXd y;
  [[nodiscard]] CodedData data() const { return {x, y}; }
};

Coded coded_rows(const json& of_rows) {
  const auto n = static_cast<Eigen::Index>(of_rows.size());
  Coded result{Rows(n, 4), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const json& row = of_rows[static_cast<std::size_t>(i)];
    const double age = std::min(100.0, std::stod(row[1].get<std::string>()));
    const bool day = row[2] == "day";
    result.x.row(i) << 1, age / 50 - 1, day ? 1 : 0, day ? 0 : 1;
    result.x.row(i) /= 1.75;
    result.y(i) = row[0] == "yes" ? 1 : -1;
  }
  return result;
}

Eigen::VectorXd trained(const Coded& all, double lambda, Eigen::Index without = -1) {
  const Eigen::Index n = all.y.size() - (without < 0 ? 0 : 1);
  Rows x(n, all.x.cols());
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0, j = 0; i < all.y.size(); ++i) {
    if (i != without) {
      x.row(j) = all.x.row(i);
      y(j++) = all.y(i);
    }
  }
  return minimise(Objective{expost::Loss{}, lambda}, {x, y}, Eigen::VectorXd::Zero(x.cols())).theta;
}

std::vector<double> numbers(const json& array) {
  return array.get<std::vector<double>>();
}

/// The ⌈share·n⌉-th smallest.
double nearest_rank(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(std::max(1.0, std::ceil(share * static_cast<double>(values.size())))) - 1];
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("a profile is that of training without each row, and of the displacement loss") {
  Service service;
  const json data = opened(service);
  const double lambda = 20;
  const json found = profile_of(service, {{"data", data}, {"lambda", lambda}, {"coordinates", {1, 3}}});
  const Coded all = coded_rows(rows());
  const Eigen::VectorXd base = trained(all, lambda);
  const std::vector<double> displacement = numbers(found.at("displacement"));
  REQUIRE(displacement.size() == 200);
  for (Eigen::Index row = 0; row < 200; row += 7) {
    const double expected = (trained(all, lambda * 199 / 200, row) - base).norm();
    CHECK(displacement[static_cast<std::size_t>(row)] == expost::approximately(expected).epsilon(1e-9));
  }
  // Displacements called exact are certified to so much.
  CHECK(found.at("displacementError").get<double>() <= 1e-9);
  // The largest certificate of all rows, not that of any one.
  const Objective objective{expost::Loss{}, lambda};
  const expost::NeighbouringSolutions neighbours(objective, all.data(), base, expost::RidgeConvention::mean);
  expost::LinearLeaveOneOut each(neighbours, 1e-9);
  while (!each.expand(200)) {
  }
  std::vector<double> certified;
  for (Eigen::Index row = 0; row < 200; ++row) {
    const expost::LeaveOneOutBlock block = each.without(row, 1);
    certified.push_back(block.errors(0) / block.displacements.row(0).norm());
  }
  const double widest = *std::max_element(certified.begin(), certified.end());
  CHECK(found.at("displacementError").get<double>() / widest == expost::approximately(1).epsilon(0.01));
  CHECK(certified.back() < 0.9 * widest);
  CHECK(certified.front() < 0.9 * widest);
  CHECK(found.at("private") == true);
  CHECK(found.at("seeded") == false);
  CHECK(found.at("rows") == 200);
  CHECK(found.at("dimension") == 4);
  CHECK(found.at("lambda") == lambda);
  CHECK(found.at("neighbours") == "exact");
  CHECK(found.at("accuracy").is_null());
  CHECK(found.at("profile").at("sampled").is_null());
  // κ₄ = Γ(2)/(√π Γ(5/2)) = 4/(3π)
  CHECK(found.at("plateaus").at("low").get<double>() == expost::approximately(4 / (3 * 3.141592653589793)).epsilon(1e-12));
  CHECK(found.at("plateaus").at("high") == 1);

  // The usual ε, and the losses at each: quantiles by nearest rank.
  const std::vector<double> epsilons = numbers(found.at("epsilons"));
  REQUIRE(epsilons.size() == 25);
  CHECK(epsilons.front() == 0.01);
  CHECK(epsilons.back() == 1e4);
  for (std::size_t k = 0; k < 25; ++k) {
    CHECK(epsilons[k] == expost::approximately(std::pow(10, -2 + 0.25 * static_cast<double>(k))).epsilon(1e-14));
    std::vector<double> losses;
    for (const double length : displacement) {
      losses.push_back(expost::displacement_loss(4, lambda * epsilons[k] / 2 * length));
    }
    const json& typical = found.at("typical");
    for (const auto& [name, share] :
         {std::pair{"max", 1.0}, {"p99", 0.99}, {"p90", 0.9}, {"median", 0.5}, {"p10", 0.1}, {"min", 0.0}}) {
      CHECK(typical.at(name)[k].get<double>() == expost::approximately(nearest_rank(losses, share)).epsilon(1e-10));
    }
    CHECK(typical.at("mean")[k].get<double>() == expost::approximately(mean(losses)).epsilon(1e-10));
  }
  // At the study's ε.
  CHECK(found.at("profile").at("epsilon") == 1);
  const std::vector<double> own = numbers(found.at("profile").at("typical"));
  CHECK(own[17] == expost::approximately(expost::displacement_loss(4, lambda / 2 * displacement[17])).epsilon(1e-10));
  for (const auto& [name, share] : {std::pair{"max", 1.0}, {"p99", 0.99}, {"p90", 0.9}, {"median", 0.5}}) {
    CHECK(found.at("profile").at("quantiles").at(name).get<double>() == nearest_rank(own, share));
  }
  CHECK(found.at("profile").at("quantiles").at("mean").get<double>() == expost::approximately(mean(own)).epsilon(1e-12));

  // The range: at its ends the row that decides is at the end of a plateau.
  const json& transition = found.at("transition");
  const double kappa = found.at("plateaus").at("low").get<double>();
  const auto share_at = [&](double epsilon, double length) {
    const double s = lambda * epsilon / 2 * length;
    return expost::displacement_loss(4, s) / s;
  };
  const double longest = *std::max_element(displacement.begin(), displacement.end());
  const double shortest = *std::min_element(displacement.begin(), displacement.end());
  CHECK(share_at(transition.at("epsilonLow").get<double>(), longest) ==
        expost::approximately(kappa + 0.05 * (1 - kappa)).epsilon(1e-9));
  CHECK(share_at(transition.at("epsilonHigh").get<double>(), shortest) ==
        expost::approximately(1 - 0.05 * (1 - kappa)).epsilon(1e-9));
  CHECK(transition.at("sLow").get<double>() ==
        expost::approximately(transition.at("epsilonLow").get<double>() * lambda * longest / 2));
  CHECK(transition.at("sHigh").get<double>() ==
        expost::approximately(transition.at("epsilonHigh").get<double>() * lambda * shortest / 2));
  CHECK(displacement[transition.at("lowRow").get<std::size_t>() - 1] == longest);
  CHECK(displacement[transition.at("highRow").get<std::size_t>() - 1] == shortest);

  // The twenty rows that move the model most, and what makes it.
  const json& top = found.at("top");
  REQUIRE(top.size() == 20);
  std::vector<double> sorted = displacement;
  std::sort(sorted.rbegin(), sorted.rend());
  const Eigen::MatrixXd hessian = Objective{expost::Loss{}, lambda}.hessian(all.data(), base);
  for (std::size_t k = 0; k < 20; ++k) {
    const auto row = top[k].at("row").get<Eigen::Index>() - 1;
    CHECK(top[k].at("displacement") == sorted[k]);
    CHECK(displacement[static_cast<std::size_t>(row)] == sorted[k]);
    CHECK(top[k].at("typical") == own[static_cast<std::size_t>(row)]);
    const Eigen::VectorXd x = all.x.row(row).transpose();
    CHECK(top[k].at("leverage").get<double>() == expost::approximately(x.dot(hessian.llt().solve(x))).epsilon(1e-9));
    CHECK(top[k].at("derivative").get<double>() ==
          expost::approximately(expost::Loss{}.first_derivative(x.dot(base), all.y(row))));
    const Eigen::VectorXd theta = trained(all, lambda * 199 / 200, row);
    CHECK(top[k].at("neighbourDerivative").get<double>() ==
          expost::approximately(expost::Loss{}.first_derivative(x.dot(theta), all.y(row))).epsilon(1e-6));
  }
  CHECK(top[0].at("row") == transition.at("lowRow"));
  CHECK(found.at("coordinates").at("first")[5].get<double>() == expost::approximately(all.x(5, 1)).epsilon(1e-15));
  CHECK(found.at("coordinates").at("second")[5].get<double>() == expost::approximately(all.x(5, 3)).epsilon(1e-15));
}

TEST_CASE("worst-case neighbours are farther, by the formula") {
  Service service;
  const json data = opened(service);
  const json exact = profile_of(service, {{"data", data}, {"lambda", 20}});
  const json worst = profile_of(service, {{"data", data}, {"lambda", 20}, {"neighbours", "worst-case"}});
  CHECK(worst.at("neighbours") == "worst-case");
  CHECK(worst.at("displacementError") == 0);
  CHECK(worst.at("worstCaseDeviation").is_null());
  const Coded all = coded_rows(rows());
  const Eigen::VectorXd base = trained(all, 20);
  double deviation = 0;
  int compared = 0;
  for (Eigen::Index i = 0; i < 200; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Eigen::VectorXd x = all.x.row(i).transpose();
    // (A + ∇ℓ/Λ)/(n − 1), Λ = λ/n
    const Eigen::VectorXd moved = (base + expost::Loss{}.first_derivative(x.dot(base), all.y(i)) * x * (200.0 / 20)) / 199;
    const double expected = moved.norm();
    if (i % 10 == 0) {
      const Eigen::VectorXd alone = trained(all, 20.0 * 199 / 200, i) - base;
      deviation = std::fmax(deviation, (moved - alone).norm() / alone.norm());
    }
    CHECK(worst.at("displacement")[k].get<double>() == expost::approximately(expected).epsilon(1e-9));
    if (worst.at("top")[0].at("row") == i + 1) {
      ++compared;
      const double there = expost::Loss{}.first_derivative(x.dot(base + moved), all.y(i));
      CHECK(worst.at("top")[0].at("neighbourDerivative").get<double>() == expost::approximately(there).epsilon(1e-9));
      // Not that of the model with her.
      CHECK(worst.at("top")[0].at("derivative").get<double>() != expost::approximately(there).epsilon(1e-3));
    }
    CHECK(exact.at("displacement")[k].get<double>() <= worst.at("displacement")[k].get<double>() * (1 + 1e-9));
  }
  CHECK(compared == 1);
  // The largest of all rows, at least that of every tenth and not far from it.
  CHECK(exact.at("worstCaseDeviation").get<double>() >= deviation * (1 - 1e-4));
  CHECK(exact.at("worstCaseDeviation").get<double>() <= deviation * 3);
}

TEST_CASE("models are drawn where they are asked for, from the system or from a seed") {
  Service service;
  const json data = opened(service);
  json request = {{"data", data}, {"lambda", 20},        {"samples", 400},
                  {"seed", 7},    {"profileEpsilon", 3}, {"epsilons", {0.1, 3, 500}}};
  std::vector<json> progress;
  const json found = profile_of(service, request, &progress);
  CHECK(found.at("seeded") == true);
  CHECK(found.at("epsilons") == json({0.1, 3.0, 500.0}));
  CHECK(found.at("profile").at("epsilon") == 3);
  const json& sampled = found.at("profile").at("sampled");
  CHECK(sampled.at("samples") == 400);
  const std::vector<double> means = numbers(sampled.at("mean"));
  const std::vector<double> errors = numbers(sampled.at("standardError"));
  REQUIRE(means.size() == 200);
  REQUIRE(errors.size() == 200);
  CHECK(std::is_sorted(means.begin(), means.end()));
  // Sorting keeps the sum, and the mean of the sum is exact: with the error of the largest for
  // all, a wide margin.
  CHECK(std::fabs(mean(means) - found.at("profile").at("quantiles").at("mean").get<double>()) <= 5 * mean(errors));
  CHECK(mean(errors) > 0);
  CHECK(mean(errors) < 0.2 * mean(means));
  // The same seed, the same models; another seed, others.
  CHECK(profile_of(service, request) == found);
  request["seed"] = 8;
  CHECK(profile_of(service, request).at("profile").at("sampled") != sampled);
  // Each phase in its order, and counts that don't fall.
  std::vector<std::string> phases;
  double before = 0;
  for (const json& piece : progress) {
    CHECK(piece.at("finished") == false);
    if (phases.empty() || phases.back() != piece.at("phase")) {
      phases.push_back(piece.at("phase"));
      before = 0;
    }
    if (piece.at("phase") != "training") {
      const double done = piece.at(piece.at("phase") == "neighbours" ? "rows" : "done").get<double>();
      const std::map<std::string, int> totals = {{"neighbours", 200}, {"losses", 3}, {"sampling", 400}};
      CHECK(piece.at("total") == totals.at(piece.at("phase")));
      CHECK(done >= before);
      CHECK(done <= piece.at("total").get<double>());
      before = done;
    }
  }
  CHECK(phases.front() == "training");
  const std::vector<std::string> order = {"training", "neighbours", "losses", "sampling"};
  CHECK(std::is_sorted(phases.begin(), phases.end(), [&](const std::string& a, const std::string& b) {
    return std::find(order.begin(), order.end(), a) < std::find(order.begin(), order.end(), b);
  }));
}

TEST_CASE("held-out rows: accuracy against epsilon") {
  Service service;
  const json data = opened(service);
  const json held_out = opened(service, study(), rows(150));
  const json request = {{"data", data}, {"heldOut", held_out}, {"lambda", 20},
                        {"seed", 3},    {"samples", 50},       {"epsilons", {0.001, 1, 1e7}}};
  const json accuracy = profile_of(service, request).at("accuracy");
  CHECK(accuracy.at("measure") == "accuracy");
  CHECK(accuracy.at("rows") == 150);
  CHECK(accuracy.at("models") == 50);
  const Eigen::VectorXd base = trained(coded_rows(rows()), 20);
  const Coded others = coded_rows(rows(150));
  int right = 0;
  for (Eigen::Index i = 0; i < 150; ++i) {
    right += (others.x.row(i).dot(base) >= 0) == (others.y(i) > 0) ? 1 : 0;
  }
  CHECK(right > 90);
  CHECK(accuracy.at("nonPrivate").get<double>() == expost::approximately(right / 150.0).epsilon(1e-15));
  // Hardly any noise changes nothing; nothing but noise guesses.
  CHECK(accuracy.at("mean")[2].get<double>() == expost::approximately(right / 150.0).epsilon(1e-12));
  CHECK(accuracy.at("standardError")[2].get<double>() == 0);
  CHECK(std::fabs(accuracy.at("mean")[0].get<double>() - 0.5) <= 5 * accuracy.at("standardError")[0].get<double>());
  CHECK(accuracy.at("standardError")[0].get<double>() > 0.005);
  // A share of right classes has a standard deviation of ½ at most.
  CHECK(accuracy.at("standardError")[0].get<double>() <= 0.5 / std::sqrt(49.0));
  CHECK(accuracy.at("mean")[1].get<double>() <= right / 150.0 + 3 * accuracy.at("standardError")[1].get<double>());
  // The mean of two models a and b is (a + b)/2 and its standard error |a − b|/2: both shares of
  // right classes are in it.
  json two_models = request;
  two_models["samples"] = 2;
  two_models["epsilons"] = {0.001};
  const json two = profile_of(service, two_models).at("accuracy");
  const double middle = two.at("mean")[0].get<double>();
  const double half = two.at("standardError")[0].get<double>();
  CHECK(half > 0);
  for (const double share : {middle - half, middle + half}) {
    CHECK(share * 150 == expost::approximately(std::round(share * 150)).epsilon(1e-12));
  }
  // Without a number of models it draws its own, and no profile.
  json usual = request;
  usual.erase("samples");
  const json found = profile_of(service, usual);
  CHECK(found.at("accuracy").at("models") == 200);
  CHECK(found.at("profile").at("sampled").is_null());
  // Empty held-out rows are refused.
  json empty = request;
  empty["heldOut"] = opened(service, study(), json::array());
  CHECK(error_of(service.call("profile", empty)).at("pointer") == "/heldOut");
}

TEST_CASE("held-out rows: so many values of epsilon take more than one piece") {
  Service service;
  const json data = opened(service);
  const json held_out = opened(service, study(), rows(150));
  json many = {{"data", data}, {"heldOut", held_out}, {"lambda", 20}, {"seed", 3}};
  many["samples"] = 400;
  many["epsilons"] = json::array();
  for (int k = 1; k <= 1000; ++k) {
    many["epsilons"].push_back(k);
  }
  std::vector<json> progress;
  profile_of(service, many, &progress);
  // It counts both kinds of models.
  CHECK(progress.back().at("phase") == "sampling");
  CHECK(progress.back().at("total") == 800);
  CHECK(progress.back().at("done") > 400);
  CHECK(progress.back().at("done") < 800);
}

TEST_CASE("a numeric label: mean absolute error in its own unit, predictions kept within its range") {
  json regression = study("none");
  regression["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 30}};
  regression["mechanism"]["loss"] = {{"name", "pseudo-huber"}, {"width", 0.5}};
  regression["mechanism"]["lambda"] = 10;
  json of_rows = rows();
  for (json& row : of_rows) {
    row[0] = row[0] == "yes" ? "24" : "3";
  }
  Service service;
  const json data = opened(service, regression, of_rows);
  const json held_out = opened(service, regression, of_rows);
  const json found = profile_of(service, {{"data", data}, {"heldOut", held_out}, {"seed", 1}, {"epsilons", {1e-9, 1e9}}});
  // λ is the study's.
  CHECK(found.at("lambda") == 10);
  const json& accuracy = found.at("accuracy");
  CHECK(accuracy.at("measure") == "mean-absolute-error");
  // Worked out by hand: y = 2·late/30 − 1.
  Coded all = coded_rows(rows());
  for (double& y : all.y) {
    y = (y > 0 ? 24 : 3) / 15.0 - 1;
  }
  const Eigen::VectorXd base =
      minimise(Objective{expost::Loss{expost::LossKind::pseudo_huber, 0.5}, 10}, all.data(), Eigen::VectorXd::Zero(4)).theta;
  const double expected = 15 * (all.x * base - all.y).cwiseAbs().mean();
  CHECK(accuracy.at("nonPrivate").get<double>() == expost::approximately(expected).epsilon(1e-9));
  CHECK(accuracy.at("mean")[1].get<double>() == expost::approximately(expected).epsilon(1e-5));
  // All noise: every prediction at an end of the range, for each row with equal chance: (3 + 27)/2
  // and (24 + 6)/2.
  CHECK(std::fabs(accuracy.at("mean")[0].get<double>() - 15) <= 5 * accuracy.at("standardError")[0].get<double>());
  CHECK(accuracy.at("standardError")[0].get<double>() > 0);
}

TEST_CASE("one coordinate has no transition, and a row that moves nothing keeps the range open") {
  json one = study("none");
  one["features"] = json::array({{{"name", "age"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 100}}});
  one["scaling"]["norm"] = 1;
  Service service;
  const json found = profile_of(service, {{"data", opened(service, one)}, {"lambda", 5}});
  CHECK(found.at("transition").is_null());
  CHECK(found.at("plateaus").at("low") == 1);
  // Squared loss, all rows but one at 0: θ̂ = 0 and rows with x = 0 or y = 0 move nothing.
  json squared = study("none");
  squared["features"] = json::array({{{"name", "age"}, {"kind", "number"}, {"minimum", -100}, {"maximum", 100}},
                                     {{"name", "shelf"}, {"kind", "number"}, {"minimum", -1}, {"maximum", 1}}});
  squared["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", -1}, {"maximum", 1}};
  squared["mechanism"]["loss"] = {{"name", "squared"}};
  squared["mechanism"]["scales"] = {{"model", 1}};
  const json still = json::array({{"0.5", "50", "", "0"}, {"-0.5", "50", "", "0"}, {"0", "0", "", "1"}});
  const ordered_json response = [&] {
    const json data = opened(service, squared, still);
    for (;;) {
      ordered_json answer = service.call("profile", {{"data", data}, {"lambda", 5}});
      REQUIRE(answer.at("ok") == true);
      if (answer.at("value").at("finished") == true) {
        return answer;
      }
    }
  }();
  const auto& value = response.at("value");
  CHECK(value.at("transition").at("epsilonHigh").get<double>() == std::numeric_limits<double>::infinity());
  CHECK(value.at("transition").at("highRow") == 3);
  CHECK(value.at("displacement")[2] == 0);
  CHECK(value.at("profile").at("typical")[2] == 0);
  CHECK(value.at("top").size() == 3);
}

TEST_CASE("several classes: against training from scratch, and accuracy of the likeliest class") {
  json classes = study("none");
  classes["label"] = {{"name", "late"}, {"kind", "category"}, {"levels", {"early", "on time", "late"}}};
  classes["mechanism"]["loss"] = {{"name", "softmax"}, {"classes", 3}};
  json of_rows = rows();
  for (std::size_t i = 0; i < of_rows.size(); ++i) {
    of_rows[i][0] = of_rows[i][0] == "yes" ? "late" : i % 3 == 0 ? "early" : "on time";
  }
  Service service;
  const double lambda = 12;
  const json found = profile_of(service, {{"data", opened(service, classes, of_rows)},
                                          {"heldOut", opened(service, classes, of_rows)},
                                          {"lambda", lambda},
                                          {"seed", 5},
                                          {"samples", 300},
                                          {"modelCoordinates", true},
                                          {"epsilons", {1e-9, 1, 1e9}}});
  const Coded all = coded_rows(rows());
  std::vector<expost::ClassifiedPerson> persons;
  for (Eigen::Index i = 0; i < 200; ++i) {
    persons.push_back({all.x.row(i).transpose(), all.y(i) > 0 ? 2 : i % 3 == 0 ? 0 : 1});
  }
  const auto trained_with = [&](const std::vector<expost::ClassifiedPerson>& some, double ridge) -> Eigen::VectorXd {
    return expost::minimise(expost::ConvexObjective<expost::Softmax>({3}, ridge, 12, some), Eigen::VectorXd::Zero(12)).theta;
  };
  const Eigen::VectorXd base = trained_with(persons, lambda);
  CHECK(found.at("dimension") == 12);
  CHECK(found.at("lipschitz").get<double>() == expost::approximately(std::sqrt(2.0)).epsilon(1e-15));
  const std::vector<double> displacement = numbers(found.at("displacement"));
  const json& coordinates = found.at("modelCoordinates");
  REQUIRE(coordinates.size() == 12);
  CHECK(coordinates[0].at("name") == "early: one");
  CHECK(coordinates[7].at("name") == "on time: card = year");
  for (std::size_t row = 0; row < 200; row += 23) {
    std::vector<expost::ClassifiedPerson> others = persons;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(row));
    const Eigen::VectorXd moved = trained_with(others, lambda * 199 / 200) - base;
    CHECK(displacement[row] == expost::approximately(moved.norm()).epsilon(1e-9));
    for (std::size_t j = 0; j < 12; ++j) {
      CHECK(std::fabs(coordinates[j].at("displacement")[row].get<double>() - moved(static_cast<Eigen::Index>(j))) <=
            1e-9 * moved.norm());
    }
  }
  for (std::size_t j = 0; j < 12; ++j) {
    CHECK(coordinates[j].at("base").get<double>() == expost::approximately(base(static_cast<Eigen::Index>(j))).epsilon(1e-7));
  }
  // β = λε/(2√2).
  std::vector<double> losses;
  for (const double length : displacement) {
    losses.push_back(expost::displacement_loss(12, lambda / (2 * std::sqrt(2.0)) * length));
  }
  CHECK(found.at("typical").at("mean")[1].get<double>() == expost::approximately(mean(losses)).epsilon(1e-10));
  const json& transition = found.at("transition");
  const double longest = *std::max_element(displacement.begin(), displacement.end());
  CHECK(transition.at("epsilonLow").get<double>() ==
        expost::approximately(2 * std::sqrt(2.0) * transition.at("sLow").get<double>() / (lambda * longest)).epsilon(1e-12));
  const std::vector<double> sampled = numbers(found.at("profile").at("sampled").at("mean"));
  CHECK(std::fabs(mean(sampled) - mean(losses)) <= 5 * mean(numbers(found.at("profile").at("sampled").at("standardError"))));
  // Accuracy: hardly any noise changes nothing; nothing but noise guesses one of three.
  int right = 0;
  for (const expost::ClassifiedPerson& person : persons) {
    Eigen::Index likeliest = 0;
    (void)expost::Softmax{3}.probabilities(base, person.x).p.maxCoeff(&likeliest);
    right += likeliest == person.label ? 1 : 0;
  }
  const json& accuracy = found.at("accuracy");
  CHECK(accuracy.at("measure") == "accuracy");
  CHECK(accuracy.at("nonPrivate").get<double>() == expost::approximately(right / 200.0).epsilon(1e-15));
  CHECK(right > 100);
  CHECK(accuracy.at("mean")[2].get<double>() == expost::approximately(right / 200.0).epsilon(1e-12));
  CHECK(std::fabs(accuracy.at("mean")[0].get<double>() - 1.0 / 3) <= 5 * accuracy.at("standardError")[0].get<double>());
  // The influence comes from two lengths: ‖p − e_y‖ with her and without.
  const json& first = found.at("top")[0];
  const auto top_row = first.at("row").get<std::size_t>() - 1;
  std::vector<expost::ClassifiedPerson> others = persons;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(top_row));
  const auto slope = [&](const Eigen::VectorXd& theta) {
    Eigen::VectorXd p = expost::Softmax{3}.probabilities(theta, persons[top_row].x).p;
    p(persons[top_row].label) -= 1;
    return p.norm();
  };
  CHECK(first.at("derivative").get<double>() == expost::approximately(slope(base)).epsilon(1e-7));
  CHECK(first.at("neighbourDerivative").get<double>() ==
        expost::approximately(slope(trained_with(others, lambda * 199 / 200))).epsilon(1e-5));
}

TEST_CASE("model coordinates: where each row moves the model, under the study's names") {
  Service service;
  const json data = opened(service);
  CHECK_FALSE(profile_of(service, {{"data", data}, {"lambda", 20}}).contains("modelCoordinates"));
  for (const char* how : {"exact", "worst-case"}) {
    const json found = profile_of(service, {{"data", data}, {"lambda", 20}, {"neighbours", how}, {"modelCoordinates", true}});
    const json& coordinates = found.at("modelCoordinates");
    REQUIRE(coordinates.size() == 4);
    CHECK(coordinates[0].at("name") == "one");
    CHECK(coordinates[1].at("name") == "age");
    CHECK(coordinates[2].at("name") == "card = day");
    CHECK(coordinates[3].at("name") == "card = year");
    const std::vector<double> lengths = numbers(found.at("displacement"));
    for (std::size_t row = 0; row < 200; row += 11) {
      double squares = 0;
      for (const json& coordinate : coordinates) {
        const double moved = coordinate.at("displacement")[row].get<double>();
        squares += moved * moved;
      }
      CHECK(std::sqrt(squares) == expost::approximately(lengths[row]).epsilon(1e-12));
    }
    const Eigen::VectorXd base = trained(coded_rows(rows()), 20);
    CHECK(coordinates[1].at("base").get<double>() == expost::approximately(base(1)).epsilon(1e-9));
    if (std::string(how) == "exact") {
      const Eigen::VectorXd moved = trained(coded_rows(rows()), 20.0 * 199 / 200, 17) - base;
      CHECK(coordinates[1].at("displacement")[17].get<double>() == expost::approximately(moved(1)).epsilon(1e-3));
    }
  }
}

TEST_CASE("pseudo-Huber and squared loss: epsilon is that of their own largest slope") {
  json regression = study("none");
  regression["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 30}};
  json of_rows = rows();
  for (json& row : of_rows) {
    row[0] = row[0] == "yes" ? "24" : "3";
  }
  Service service;
  regression["mechanism"]["loss"] = {{"name", "pseudo-huber"}, {"width", 0.25}};
  const json huber = profile_of(service, {{"data", opened(service, regression, of_rows)}, {"lambda", 8}, {"epsilons", {2}}});
  CHECK(huber.at("lipschitz") == 0.25);
  const std::vector<double> lengths = numbers(huber.at("displacement"));
  CHECK(huber.at("typical").at("max")[0].get<double>() ==
        expost::approximately(
            expost::displacement_loss(4, 8 * 2 / (2 * 0.25) * *std::max_element(lengths.begin(), lengths.end())))
            .epsilon(1e-10));
  regression["mechanism"]["loss"] = {{"name", "squared"}};
  regression["mechanism"]["scales"] = {{"model", 1}};
  const json squared = profile_of(service, {{"data", opened(service, regression, of_rows)}, {"lambda", 50}});
  // 1 + (λ/n)^{−1/2}
  CHECK(squared.at("lipschitz").get<double>() == expost::approximately(1 + std::sqrt(200.0 / 50)).epsilon(1e-15));
}

TEST_CASE("a study without a budget: the rows' own losses are those at epsilon 1") {
  json posterior = study("none");
  posterior.erase("budget");
  posterior["label"] = {{"name", "late"}, {"kind", "number"}, {"minimum", 0}, {"maximum", 30}};
  posterior["mechanism"] = {{"name", "posterior-sample"}, {"loss", {{"name", "squared"}}}, {"lambda", 50}, {"gamma", 0.8}};
  json of_rows = rows();
  for (json& row : of_rows) {
    row[0] = row[0] == "yes" ? "24" : "3";
  }
  Service service;
  const json found = profile_of(service, {{"data", opened(service, posterior, of_rows)}, {"epsilons", {0.5, 1}}});
  CHECK(found.at("profile").at("epsilon") == 1);
  CHECK(found.at("profile").at("quantiles").at("max") == found.at("typical").at("max")[1]);
}

TEST_CASE("options are checked before there are rows") {
  Service service;
  const json data = opened(service, study(), json::array());
  CHECK(value_of(service.call("check-profile", {{"data", data}, {"lambda", 20}})).empty());
  CHECK(error_of(service.call("check-profile", {{"data", data}, {"lambda", -1}})).at("pointer") == "/lambda");
  CHECK(error_of(service.call("check-profile", {{"data", data}, {"lambda", 1}, {"modelCoordinates", 3}})).at("pointer") ==
        "/modelCoordinates");
  CHECK(error_of(service.call("check-profile", {{"data", data}, {"lambda", 1}, {"bounds", 3}})).at("code") == "unknown-key");
}

TEST_CASE("new rows, new options: a profile starts again") {
  Service service;
  const json data = opened(service);
  json request = {{"data", data}, {"lambda", 20}};
  CHECK(value_of(service.call("profile", request)).at("phase") == "training");
  value_of(service.call("append-rows", {{"data", data}, {"rows", rows(3)}}));
  const json found = profile_of(service, request);
  CHECK(found.at("rows") == 203);
  // Nearest rank where it is between two rows: ⌈0.99·203⌉ = 201.
  const std::vector<double> typical = numbers(found.at("profile").at("typical"));
  CHECK(found.at("profile").at("quantiles").at("p99").get<double>() == nearest_rank(typical, 0.99));
  CHECK(nearest_rank(typical, 0.99) > nearest_rank(typical, 0.985));
  value_of(service.call("profile", request));
  request["lambda"] = 30;
  CHECK(profile_of(service, request).at("lambda") == 30);
  // And held-out rows that came in between are counted.
  request["heldOut"] = opened(service, study(), rows(150));
  value_of(service.call("profile", request));
  value_of(service.call("append-rows", {{"data", request["heldOut"]}, {"rows", rows(5)}}));
  CHECK(profile_of(service, request).at("accuracy").at("rows") == 155);
}

TEST_CASE("a lambda that rounding swallows is at fault, not this program") {
  // "day" and "night" add up to the intercept, so that only λ makes the Hessian positive definite.
  const auto told = [](json of_study, json options) {
    Service service;
    options["data"] = opened(service, std::move(of_study));
    for (;;) {
      const ordered_json answer = service.call("profile", options);
      if (answer.at("ok") == false) {
        return json(answer.at("error"));
      }
      REQUIRE(answer.at("value").at("finished") == false);
    }
  };
  const json given = told(study(), {{"lambda", 1e-90}});
  CHECK(given.at("type") == "argument");
  CHECK(given.at("pointer") == "/lambda");
  CHECK(given.at("message") == "lambda is too small for these data: rounding leaves nothing of it");
  json own = study("none");
  own["mechanism"]["lambda"] = 1e-40;
  const json stated = told(own, json::object());
  CHECK(stated.at("type") == "study");
  CHECK(stated.at("pointer") == "/mechanism/lambda");
  CHECK(stated.at("message") == "/mechanism/lambda is too small for these data: rounding leaves nothing of it");
}

TEST_CASE("what a profile refuses") {
  Service service;
  const json data = opened(service);
  const auto refused = [&](const json& options) {
    json request = {{"data", data}, {"lambda", 20}};
    request.update(options);
    const json error = error_of(service.call("profile", request));
    CHECK(error.at("type") == "argument");
    return error.at("pointer").get<std::string>() + " " + error.at("code").get<std::string>();
  };
  CHECK(error_of(service.call("profile", {{"data", data}})).at("message") ==
        "lambda must be given here, or in the study as mechanism.lambda");
  CHECK(refused({{"lambda", 0}}) == "/lambda out-of-range");
  CHECK(error_of(service.call("profile", {{"data", data}, {"lambda", 1e-300}})).at("message") ==
        "lambda must be a number from 1e-100 to 1e100");
  CHECK(refused({{"lambda", "20"}}) == "/lambda wrong-type");
  CHECK(refused({{"epsilons", json::array()}}) == "/epsilons wrong-length");
  CHECK(refused({{"epsilons", std::vector<double>(1001, 1)}}) == "/epsilons wrong-length");
  CHECK(refused({{"epsilons", 1}}) == "/epsilons wrong-length");
  CHECK(refused({{"epsilons", {{"from", 0}, {"to", 1}, {"count", 3}}}}) == "/epsilons/from out-of-range");
  CHECK(refused({{"epsilons", {{"from", 1}, {"to", 1}, {"count", 3}}}}) == "/epsilons/to out-of-range");
  CHECK(refused({{"epsilons", {{"from", 1}, {"to", 1e101}, {"count", 3}}}}) == "/epsilons/to out-of-range");
  CHECK(refused({{"epsilons", {{"from", 1}, {"to", 1 + 0x1p-52}, {"count", 3}}}}) == "/epsilons/to too-close");
  CHECK(refused({{"epsilons", {{"from", 1}, {"to", 2}, {"count", 1001}}}}) == "/epsilons/count out-of-range");
  CHECK(refused({{"epsilons", {{"from", 1}, {"to", 2}}}}) == "/epsilons/count missing");
  CHECK(refused({{"epsilons", {{"from", 1}, {"to", 2}, {"count", 3}, {"step", 1}}}}) == "/epsilons/step unknown-key");
  CHECK(refused({{"epsilons", {1, 1}}}) == "/epsilons out-of-range");
  CHECK(refused({{"epsilons", {0, 1}}}) == "/epsilons out-of-range");
  CHECK(refused({{"epsilons", {1, "2"}}}) == "/epsilons out-of-range");
  CHECK(refused({{"neighbours", "all"}}) == "/neighbours unknown-name");
  CHECK(refused({{"samples", 1}}) == "/samples out-of-range");
  CHECK(refused({{"samples", -1}}) == "/samples out-of-range");
  CHECK(refused({{"samples", 100001}}) == "/samples out-of-range");
  CHECK(refused({{"profileEpsilon", -1}}) == "/profileEpsilon out-of-range");
  CHECK(refused({{"coordinates", {0, 4}}}) == "/coordinates out-of-range");
  CHECK(refused({{"coordinates", {0}}}) == "/coordinates out-of-range");
  CHECK(refused({{"coordinates", {0, 1.5}}}) == "/coordinates out-of-range");
  CHECK(refused({{"seed", 0.5}}) == "/seed out-of-range");
  CHECK(refused({{"epsilon", 1}}) == "/epsilon unknown-key");
  CHECK(refused({{"heldOut", 999}}) == "/heldOut freed");
  const json other = opened(service, [] {
    json narrow = study("none");
    narrow["features"].erase(1);
    return narrow;
  }());
  CHECK(refused({{"heldOut", other}}) == "/heldOut inconsistent");
  const json few = opened(service, study(), json::array({rows()[0]}));
  CHECK(error_of(service.call("profile", {{"data", few}, {"lambda", 1}})).at("type") == "data");
  const json none = opened(service, study(), json::array());
  CHECK(error_of(service.call("profile", {{"data", none}, {"lambda", 1}})).at("code") == "empty");
}
