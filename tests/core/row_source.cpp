// Rows that are elsewhere, in blocks that are put together in any order: every published digit is
// that of rows in memory.
#include "expost/output/row_source.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_derivatives.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/output_grid.hpp"
#include "expost/release/release.hpp"
#include "output/precise_rows.hpp"
#include "random_classes.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// Rows cut into blocks, with the blocks' answers put together in an order drawn anew each time.
class Blocks {
 public:
  Blocks(const Problem& problem, Draws& draws) : problem_(&problem), draws_(&draws) {
    const Eigen::Index n = problem.x.rows();
    for (Eigen::Index start = 0; start < n;) {
      const Eigen::Index count = std::min<Eigen::Index>(n - start, draws.integer(1, 12));
      starts_.emplace_back(start, count);
      start += count;
    }
    if (starts_.empty()) {
      starts_.emplace_back(0, 0);
    }
  }

  std::string answer(std::string_view question) {
    ++questions;
    std::vector<std::string> answers;
    for (const auto& [start, count] : starts_) {
      const Rows x = problem_->x.middleRows(start, count);
      const Eigen::VectorXd y = problem_->y.segment(start, count);
      answers.push_back(sums_of(question, {x, y}));
    }
    while (answers.size() > 1) {
      const auto i = static_cast<std::size_t>(draws_->integer(0, static_cast<int>(answers.size()) - 1));
      std::swap(answers[i], answers.back());
      const std::string last = std::move(answers.back());
      answers.pop_back();
      const auto j = static_cast<std::size_t>(draws_->integer(0, static_cast<int>(answers.size()) - 1));
      answers[j] = added_sums(answers[j], last);
    }
    return answers[0];
  }

  std::unique_ptr<RowSource> source() {
    return rows_elsewhere(problem_->x.cols(), problem_->x.rows(),
                          [this](std::string_view question) { return answer(question); });
  }

  int questions = 0;

 private:
  const Problem* problem_;
  Draws* draws_;
  std::vector<std::pair<Eigen::Index, Eigen::Index>> starts_;
};

TEST_CASE("a fit by sums has the digits of one in memory, in 106 and in 512 bits") {
  Draws draws(1);
  for (int repetition = 0; repetition < repetitions(80); ++repetition) {
    ModelShape shape{random_loss(draws)};
    const Eigen::Index d = draws.integer(1, 4);
    Problem problem = random_problem(shape.loss, draws.integer(0, 60), d, draws);
    if (draws.integer(0, 3) == 0) {
      shape.classes = draws.integer(2, 3);
      for (double& label : problem.y) {
        label = draws.integer(0, static_cast<int>(shape.classes) - 1);
      }
    }
    const Eigen::Index length = shape.blocks() * d;
    const double lambda = draws.logarithmic(1e-2, 10);
    const double scale = draws.logarithmic(0.1, 10);
    const Eigen::VectorXd start = Eigen::VectorXd::Zero(length);
    Blocks blocks(problem, draws);
    const auto elsewhere = blocks.source();
    for (const FirstRung rung : {FirstRung::doubles, FirstRung::wide}) {
      const auto fit = [&](const RowSource& rows) {
        SeededSource source(static_cast<std::uint64_t>(repetition));
        GaussianPerturbation noise(length, scale, source);
        return fit_exactly(shape, lambda, rows, noise, 0x1p-60, start, source, rung);
      };
      const ExactFit expected = fit(*rows_in_memory(problem.data()));
      const ExactFit found = fit(*elsewhere);
      CHECK(found.theta == expected.theta);
      CHECK(found.wide == expected.wide);
      // Another order costs little of what is known, and more sums are no better known.
      CHECK(found.certificate <= 1.5 * expected.certificate + 1e-25);
      if (!found.wide) {
        CHECK(found.certificate >= 0.99 * expected.certificate);
      }
      const auto laplace = [&](const RowSource& rows) {
        SeededSource source(static_cast<std::uint64_t>(repetition));
        LaplacePerturbation noise(length, scale, source);
        return fit_exactly(shape, lambda, rows, noise, 0x1p-60, start, source, rung).theta;
      };
      CHECK(laplace(*elsewhere) == laplace(*rows_in_memory(problem.data())));
    }
    CHECK(minimum_within(1e-13, shape, lambda, *elsewhere, start)
              .theta.isApprox(minimum_within(1e-13, shape, lambda, problem.data(), start).theta, 1e-12));
  }
}

TEST_CASE("second derivatives of softmax in doubles are those of the formula, of any number of rows and features") {
  Draws draws(28);
  for (int repetition = 0; repetition < repetitions(60); ++repetition) {
    const Eigen::Index classes = draws.integer(2, 5);
    const Eigen::Index features = draws.integer(1, 9);
    const Eigen::Index rows = draws.integer(0, 3) == 0 ? draws.integer(120, 300) : draws.integer(0, 20);
    const double lambda = draws.logarithmic(1e-3, 10);
    Problem problem = random_problem({}, rows, features, draws);
    std::vector<ClassifiedPerson> persons;
    for (Eigen::Index i = 0; i < rows; ++i) {
      const int label = draws.integer(0, static_cast<int>(classes) - 1);
      problem.y(i) = label;
      persons.push_back({problem.x.row(i).transpose(), label});
    }
    const Eigen::VectorXd theta = draws.in_ball(classes * features, draws.uniform(0, 10));
    const LongMatrix expected = long_softmax_derivatives(lambda, persons, classes, theta).hessian;
    const auto source = rows_in_memory(problem.data());
    const Eigen::MatrixXd found = source->objective({{}, classes}, lambda)->hessian(theta);
    CHECK(found == found.transpose());
    for (Eigen::Index i = 0; i < found.rows(); ++i) {
      for (Eigen::Index j = 0; j < found.cols(); ++j) {
        const Long error = std::fabs(found(i, j) - expected[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
        CHECK(error <= 1e-14L * (static_cast<Long>(rows) + lambda));
      }
    }
    const auto entries = precise(*source).curvature({{}, classes}, std::vector<double>(theta.begin(), theta.end()));
    const Eigen::MatrixXd ridge = lambda * Eigen::MatrixXd::Identity(found.rows(), found.cols());
    CHECK((Eigen::Map<const Eigen::MatrixXd>(entries.data(), found.rows(), found.cols()) + ridge - found).norm() <=
          1e-13 * (1 + lambda));
  }
}

TEST_CASE("every sum of one block is that in memory, to its last digit") {
  Draws draws(7);
  for (int repetition = 0; repetition < repetitions(20); ++repetition) {
    const ModelShape shape{random_loss(draws)};
    const Problem problem = random_problem(shape.loss, draws.integer(1, 40), 3, draws);
    const RowsInMemory expected(problem.data());
    const auto source =
        rows_elsewhere(3, problem.x.rows(), [&](std::string_view question) { return sums_of(question, problem.data()); });
    const PreciseRows& found = precise(*source);
    const Eigen::VectorXd theta = draws.in_ball(3, 2);
    for (const bool wide : {false, true}) {
      for (const bool longer : {false, true}) {
        const auto ours = found.curvature(shape, theta, {wide, longer});
        const auto theirs = expected.curvature(shape, theta, {wide, longer});
        for (std::size_t i = 0; i < theirs.size(); ++i) {
          CHECK(ours[i].high == theirs[i].high);
          CHECK(ours[i].low == theirs[i].low);
        }
      }
    }
    CHECK(found.curvature(shape, std::vector<double>(theta.begin(), theta.end())) ==
          expected.curvature(shape, std::vector<double>(theta.begin(), theta.end())));
    // A third has digits without end.
    std::vector<Wide> place;
    for (const double value : theta) {
      place.push_back(Wide(value) / 3);
    }
    const auto ours = found.gradient(shape, place);
    const auto theirs = expected.gradient(shape, place);
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(abs(ours.gradient[j] - theirs.gradient[j]) <= Wide(0x1p-490) * (1 + abs(theirs.gradient[j])));
      CHECK(abs(found.curvature(shape, place)[4 * j] - expected.curvature(shape, place)[4 * j]) <= Wide(0x1p-480));
    }
    CHECK(ours.margin == theirs.margin);
    CHECK(ours.sizes == theirs.sizes);
    CHECK(ours.weighted == theirs.weighted);
    CHECK(ours.curvature == theirs.curvature);
    CHECK(ours.levels == theirs.levels);
  }
}

TEST_CASE("bounds of many blocks are those of all rows, and count every sum") {
  Draws draws(8);
  const ModelShape shape;
  const Problem problem = random_problem(shape.loss, 40, 3, draws);
  const auto one_by_one = [&](std::string_view question) {
    std::string sums;
    for (Eigen::Index i = 0; i < 40; ++i) {
      const Rows x = problem.x.middleRows(i, 1);
      const Eigen::VectorXd y = problem.y.segment(i, 1);
      sums = i == 0 ? sums_of(question, {x, y}) : added_sums(sums, sums_of(question, {x, y}));
    }
    return sums;
  };
  const auto source = rows_elsewhere(3, 40, one_by_one);
  const std::vector<DoubleDouble> place(3, DoubleDouble(0.25));
  const auto found = precise(*source).gradient(shape, place);
  const auto expected = RowsInMemory(problem.data()).gradient(shape, place);
  CHECK(found.sizes == doctest::Approx(expected.sizes).epsilon(1e-14));
  CHECK(found.weighted == doctest::Approx(expected.weighted).epsilon(1e-14));
  CHECK(found.curvature == doctest::Approx(expected.curvature).epsilon(1e-14));
  CHECK(found.margin == expected.margin);
  CHECK(found.levels >= 40);
}

TEST_CASE("derivatives by sums are those in memory, however they are computed") {
  Draws draws(2);
  for (int repetition = 0; repetition < repetitions(40); ++repetition) {
    const ModelShape shape{random_loss(draws)};
    const Eigen::Index d = draws.integer(1, 5);
    const Problem problem = random_problem(shape.loss, draws.integer(0, 60), d, draws);
    Blocks blocks(problem, draws);
    // So long that margins are computed in 512 bits, or short; so exactly that products are in 106.
    const double size = draws.coin() ? 1 : 1e14;
    const double accuracy = draws.coin() ? infinity : 1e-20;
    const Eigen::VectorXd theta = size * draws.in_ball(d, 1);
    const Derivatives expected = derivatives_at(shape, 0.5, problem.data(), theta, {accuracy, true});
    const Derivatives found = derivatives_at(shape, 0.5, *blocks.source(), theta, {accuracy, true});
    CHECK((found.gradient - expected.gradient).norm() <= 1e-15 * (1 + expected.gradient.norm()));
    CHECK((found.hessian - expected.hessian).norm() <= 1e-14 * expected.hessian.norm());
    CHECK(found.hessian == found.hessian.transpose());
    CHECK(found.smallest_eigenvalue == doctest::Approx(expected.smallest_eigenvalue).epsilon(1e-13));
  }
}

TEST_CASE("Newton's method asks one question for each place, and few of them") {
  Draws draws(3);
  const Problem problem = random_problem(Loss(), 500, 4, draws);
  Problem of_classes = problem;
  for (double& label : of_classes.y) {
    label = draws.integer(0, 2);
  }
  for (const ModelShape& shape : {ModelShape(), ModelShape{{}, 3}}) {
    const Problem& rows = shape.classes > 0 ? of_classes : problem;
    Blocks blocks(rows, draws);
    const auto source = blocks.source();
    const Eigen::VectorXd b = draws.in_ball(4 * shape.blocks(), 2);
    const auto in_memory = rows_in_memory(rows.data());
    const Minimiser elsewhere = minimise(*source->objective(shape, 1), b);
    const Minimiser expected = minimise(*in_memory->objective(shape, 1), b);
    CHECK((elsewhere.theta - expected.theta).norm() <= 1e-12);
    CHECK(elsewhere.iterations == expected.iterations);
    CHECK(blocks.questions <= elsewhere.iterations + 2);
    CHECK(source->start(shape, 1, b).theta == Eigen::VectorXd::Zero(b.size()));
    CHECK(source->in_memory() == nullptr);
    CHECK(in_memory->in_memory()->x == rows.x);
    for (const double lambda : {0.0, -1.0, infinity, std::nan("")}) {
      CHECK_THROWS_AS((void)source->objective(shape, lambda), Error);
      CHECK_THROWS_AS((void)in_memory->objective(shape, lambda), Error);
    }
  }
}

TEST_CASE("what is published of a training by sums is what is published in memory") {
  Draws draws(4);
  for (int repetition = 0; repetition < repetitions(20); ++repetition) {
    const Loss loss = random_loss(draws);
    const Problem problem = random_problem(loss, draws.integer(1, 80), 3, draws);
    Blocks blocks(problem, draws);
    const Objective objective{loss, 1};
    const Eigen::VectorXd theta = draws.in_ball(3, 1);
    const ReleaseNoise noise{0.5, 0.7, 0.9};
    const auto released = [&](const RowSource& rows) {
      SeededSource source(static_cast<std::uint64_t>(repetition));
      return release_trained(objective, rows, {theta, 1.5, 0}, noise, source).model;
    };
    const PublishedModel expected = released(*rows_in_memory(problem.data()));
    const PublishedModel found = released(*blocks.source());
    CHECK(found.gradient->values == expected.gradient->values);
    CHECK(found.hessian->values == expected.hessian->values);
    CHECK(found.smallest_eigenvalue->value == expected.smallest_eigenvalue->value);
  }
}

std::string code_of(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    CHECK(error.type() == (error.code() == "changed" ? ErrorType::data : ErrorType::argument));
    return error.code();
  }
  return "";
}

double value_at_zero(const RowSource& rows) {
  return rows.objective({}, 1)->value(Eigen::VectorXd::Zero(rows.features()));
}

TEST_CASE("answers that are none, or another question's, are refused before they are used") {
  Draws draws(5);
  const Loss loss;
  const Problem problem = random_problem(loss, 30, 3, draws);
  const Problem wider = random_problem(loss, 30, 4, draws);
  std::vector<std::string> questions;
  std::vector<std::string> answers;
  const auto kept = rows_elsewhere(3, 30, [&](std::string_view question) {
    questions.emplace_back(question);
    answers.push_back(sums_of(question, problem.data()));
    return answers.back();
  });
  SeededSource source(1);
  GaussianPerturbation noise(3, 1, source);
  (void)minimise(*kept->objective({loss}, 1), noise.rounded());
  (void)fit_exactly({loss}, 1, *kept, noise, 0x1p-60, Eigen::VectorXd::Zero(3), source);
  (void)fit_exactly({loss}, 1, *kept, noise, 0x1p-60, Eigen::VectorXd::Zero(3), source, FirstRung::wide);
  (void)derivatives_at({loss}, 1, *kept, Eigen::VectorXd::Zero(3), {1e-20, true});
  REQUIRE(questions.size() > 8);

  const auto fits_with = [&](const std::string& answer) {
    const auto rows = rows_elsewhere(3, 30, [&](std::string_view) { return answer; });
    return code_of([&] { (void)value_at_zero(*rows); });
  };
  CHECK(fits_with(answers[0]).empty());
  CHECK(fits_with("") == "not-sums");
  CHECK(fits_with("nonsense") == "not-sums");
  CHECK(fits_with(answers[0] + "x") == "not-sums");
  CHECK(fits_with(answers.back()) == "not-sums");
  // Rows that were counted and did not come again, or more of them.
  for (const std::int64_t counted : {0, 29, 31, 60}) {
    const auto rows = rows_elsewhere(3, counted, [&](std::string_view question) { return sums_of(question, problem.data()); });
    CHECK(code_of([&] { (void)value_at_zero(*rows); }) == "changed");
  }
  const auto twice = rows_elsewhere(3, 60, [&](std::string_view) { return added_sums(answers[0], answers[0]); });
  CHECK(code_of([&] { (void)value_at_zero(*twice); }).empty());
  std::string fewer_than_none = answers[0];
  fewer_than_none.replace(1, 8, std::string(8, '\xff'));
  CHECK(fits_with(fewer_than_none) == "not-sums");
  std::string of_wider;
  const auto of_four =
      rows_elsewhere(4, 30, [&](std::string_view question) { return of_wider = sums_of(question, wider.data()); });
  (void)value_at_zero(*of_four);
  CHECK(fits_with(of_wider) == "not-sums");
  for (std::size_t i = 0; i < questions.size(); ++i) {
    for (std::size_t cut = 0; cut < answers[i].size(); cut += 7) {
      CHECK(code_of([&] { (void)added_sums(answers[i], answers[i].substr(0, cut)); }) == "not-sums");
      CHECK(code_of([&] { (void)added_sums(answers[i].substr(0, cut), answers[i]); }) == "not-sums");
    }
    CHECK(code_of([&] { (void)added_sums(answers[i], answers[i]); }).empty());
  }
  const std::string question = questions[1];
  for (std::size_t cut = 0; cut < question.size(); ++cut) {
    CHECK(code_of([&] { (void)sums_of(question.substr(0, cut), problem.data()); }) == "not-a-question");
  }
  CHECK(code_of([&] { (void)sums_of(question, wider.data()); }) == "not-a-question");
  CHECK(code_of([] { (void)rows_elsewhere(0, 1, {}); }) == "out-of-range");
  CHECK(code_of([] { (void)rows_elsewhere(1, -1, {}); }) == "out-of-range");
}

TEST_CASE("an answer whose bounds are none proves no digit") {
  Draws draws(6);
  const Loss loss;
  const Problem problem = random_problem(loss, 20, 2, draws);
  // The last five numbers are the bounds of a gradient's error.
  const auto rows = rows_elsewhere(2, 20, [&](std::string_view question) {
    std::string answer = sums_of(question, problem.data());
    if (answer[0] == 1) {
      const double nan = std::nan("");
      answer.replace(answer.size() - 40, 8, reinterpret_cast<const char*>(&nan), 8);
    }
    return answer;
  });
  SeededSource source(1);
  GaussianPerturbation noise(2, 1, source);
  const ExactFit fit = fit_exactly({loss}, 1, *rows, noise, 0x1p-40, Eigen::VectorXd::Zero(2), source);
  CHECK(fit.wide);
}

}  // namespace
}  // namespace expost
