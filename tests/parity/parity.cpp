// Prints bounds, quantiles and whole releases as hexadecimal floats, one a line with its label.
// The same source runs natively and as WebAssembly; parity.test.mjs compares the two line by line.
#include <cmath>
#include <cstdio>
#include <string>

#include "../core/orthogonal_noise.hpp"
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/descent/descent_bound.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "expost/exact/exact_loss.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/noise/random.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/output/exact_derivatives.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/exact_sample.hpp"
#include "expost/release/release.hpp"

namespace {

using namespace expost;

void print(const std::string& label, std::initializer_list<double> values) {
  std::printf("%s", label.c_str());
  for (const double value : values) {
    // C libraries lay out subnormal numbers differently; scaled by a power of two they have one
    // form.
    if (std::fpclassify(value) == FP_SUBNORMAL) {
      std::printf(" %a*2^-200", std::ldexp(value, 200));
    } else {
      std::printf(" %a", value);
    }
  }
  std::printf("\n");
}

double uniform(RandomSource& source) {
  return static_cast<double>(source.next() >> 11U) * 0x1p-53;
}

/// Log-uniform in [low, high], by multiplications only: the inputs have to be the same bits in
/// both worlds too.
double spread(RandomSource& source, double low, double high) {
  double value = low;
  while (value * 2 < high && uniform(source) < 0.8) {
    value *= 1 + uniform(source);
  }
  return value;
}

/// A number between 1 and 2 times a power of 2 between the two given ones.
double of_any_size(int least, int greatest, RandomSource& source) {
  const double mantissa = 1 + uniform(source);  // one draw a statement: the order of arguments is the compiler's
  return std::ldexp(mantissa, least + static_cast<int>(source.next() % static_cast<std::uint64_t>(greatest - least)));
}

Eigen::VectorXd draw(Eigen::Index d, double scale, RandomSource& source) {
  Eigen::VectorXd v(d);
  for (double& value : v) {
    value = scale * standard_normal(source);
  }
  return v;
}

Loss loss_of(int choice, RandomSource& source) {
  switch (choice % 3) {
    case 0:
      return {LossKind::logistic, 1};
    case 1:
      return {LossKind::pseudo_huber, 0.1 + uniform(source)};
    default:
      return {LossKind::squared, 1};
  }
}

PublishedModel made_up(int index, RandomSource& source) {
  const auto d = static_cast<Eigen::Index>(index % 40 == 39 ? 150 : 1 + source.next() % 40);
  PublishedModel model;
  model.loss = loss_of(index, source);
  model.lambda = spread(source, 0.01, 50);
  model.sigma = spread(source, 0.3, 30);
  model.theta = draw(d, 1, source);
  model.residual = 1e-11 * uniform(source);
  if (index % 4 != 0) {
    model.gradient = GradientRelease{spread(source, 0.3, 40), draw(d, 20, source)};
    Eigen::MatrixXd h = gaussian_orthogonal_noise(d, spread(source, 0.05, 2), source);
    for (int k = 0; k < 5; ++k) {
      const Eigen::VectorXd v = draw(d, 1, source);
      h += spread(source, 0.1, 500) * v * v.transpose();
    }
    h.diagonal().array() += model.lambda;
    model.hessian = HessianRelease{spread(source, 0.05, 2), (0.5 * (h + h.transpose())).eval()};
    if (index % 4 == 3) {
      model.smallest_eigenvalue = EigenvalueRelease{spread(source, 0.1, 10), model.lambda + 10 * uniform(source)};
    }
  }
  return model;
}

/// Trainings by noisy gradient descent, what they promise, and bounds on records.
void print_descents() {
  SeededSource source(20261601);
  for (int run = 0; run < 18; ++run) {
    const bool softmax = run % 4 == 3;
    const DescentLoss loss = softmax ? DescentLoss(Softmax{3}) : DescentLoss(loss_of(run, source));
    const Eigen::Index d = 1 + run % 5;
    DescentPlan plan;
    plan.clip = spread(source, 0.1, 2);
    plan.sampling = static_cast<DescentSampling>(run % 3);
    plan.rate = plan.sampling == DescentSampling::poisson ? spread(source, 0.01, 0.5) : 1;
    plan.batches = plan.sampling == DescentSampling::shuffle ? 3 : 1;
    plan.steps = 3 * (1 + run % 7);
    plan.every = run % 5 == 4 ? 2 : 1;
    plan.final_model = run % 2 == 0 ? FinalModel::last : FinalModel::average;
    plan.update = {true, "", {spread(source, 0.1, 5)}, 0.9 * uniform(source), spread(source, 0.01, 1), 20};
    const bool sampled = plan.rate < 1;
    const DescentAccountant accountant = !sampled       ? DescentAccountant::gaussian
                                         : run % 2 == 0 ? DescentAccountant::pld
                                                        : DescentAccountant::rdp;
    const Eigen::Index parameters = softmax ? 3 * d : d;
    const double epsilon = spread(source, 0.5, 8);
    if (!calibrate(accountant, plan, parameters, epsilon, 1e-6)) {
      continue;
    }
    print("descent plan " + std::to_string(run), {plan.sigma, plan.grid, promised_epsilon(accountant, plan, parameters, 1e-6)});
    IterateMatrix x(15, d);
    Eigen::VectorXd y(15);
    for (Eigen::Index i = 0; i < 15; ++i) {
      const Eigen::VectorXd row = draw(d, 1, source);
      x.row(i) = (0.9 / (1 + row.norm()) * row).transpose();
      y(i) = softmax ? static_cast<double>(source.next() % 3) : source.next() % 2 == 0 ? -1 : 1;
    }
    NoisyDescent training(loss, plan, d);
    while (!training.finished()) {
      training.step(x, y, source);
    }
    const PreparedDescent prepared(training.published());
    for (Eigen::Index j = 0; j < parameters; ++j) {
      print("descent theta", {prepared.model().theta(j)});
    }
    for (Eigen::Index i = 0; i < 15; ++i) {
      const Uniformity uniformity =
          i % 3 == 0 && prepared.everybody_gap() == EverybodyGap::none ? Uniformity{Uniformity::Kind::all, 1} : Uniformity{};
      const DescentBound bound = prepared.bound(x.row(i).transpose(), y(i), Membership::unknown, 1e-6, uniformity);
      print("descent bound", {bound.in.lower, bound.in.upper, bound.out.lower, bound.out.upper, bound.energy});
    }
  }
}

void print_bounds() {
  SeededSource source(20260301);
  for (int report_index = 0; report_index < 120; ++report_index) {
    const PreparedReport report(made_up(report_index, source));
    const Eigen::Index d = report.dimension();
    for (int options_index = 0; options_index < 6; ++options_index) {
      BoundOptions options;
      options.method = options_index == 5 ? Method::redberg2021 : Method::sharp;
      options.member = options_index % 3 == 0 ? Membership::unknown : options_index % 3 == 1 ? Membership::in : Membership::out;
      options.failure_probability = options_index % 2 == 0 ? 1e-6 : 0.05;
      if (options_index == 3) {
        options.uniformity = {Uniformity::Kind::rows, 1000};
      } else if (options_index == 4) {
        options.uniformity = {Uniformity::Kind::all, 1};
      }
      BoundRule rule(report, options);
      for (int person = 0; person < 4; ++person) {
        Eigen::VectorXd x = draw(d, 1, source);
        x *= uniform(source) / x.norm();
        const double y = report.model().loss.kind == LossKind::logistic ? (person % 2 == 0 ? 1 : -1) : 2 * uniform(source) - 1;
        const Bound bound = rule.bound(x, y);
        print("bound " + std::to_string(report_index) + "/" + std::to_string(options_index) + "/" + std::to_string(person),
              {bound.in.lower,
               bound.in.upper,
               bound.out.lower,
               bound.out.upper,
               bound.epsilon.lower,
               bound.epsilon.upper,
               bound.leverage.lower,
               bound.leverage.upper,
               bound.alpha,
               bound.gradient_norm,
               bound.gradient.lower,
               bound.gradient.upper,
               bound.release_cost_pdp,
               bound.release_cost_expost,
               bound.total_in.lower,
               bound.total_in.upper,
               bound.total_out.lower,
               bound.total_out.upper,
               bound.total.lower,
               bound.total.upper,
               bound.first_derivative,
               bound.second_derivative,
               bound.failure_probability,
               bound.total_failure_probability});
        if (bound.components) {
          const Components& c = *bound.components;
          print("components " + std::to_string(static_cast<int>(c.member)) + std::to_string(static_cast<int>(c.upper_end)),
                {c.leverage, c.gradient_norm, c.gradient, c.release});
        }
      }
    }
  }
}

// Numbers of every size that a report may hold.
void print_unusual_bounds() {
  SeededSource source(17);
  const auto magnitude = [&] { return of_any_size(-150, 150, source); };
  for (int i = 0; i < 300; ++i) {
    const auto d = static_cast<Eigen::Index>(1 + source.next() % 6);
    PublishedModel model = made_up(4 * i + 3, source);
    model.loss = {static_cast<LossKind>(i % 3), magnitude()};
    model.lambda = magnitude();
    model.sigma = magnitude();
    model.theta = draw(d, magnitude(), source);
    model.gradient = GradientRelease{magnitude(), draw(d, magnitude(), source)};
    model.hessian = HessianRelease{magnitude(), gaussian_orthogonal_noise(d, magnitude(), source)};
    model.smallest_eigenvalue = EigenvalueRelease{magnitude(), magnitude()};
    const PreparedReport report(model);
    Eigen::VectorXd x = draw(d, 1, source);
    x *= uniform(source) / x.norm();
    const Bound bound = BoundRule(report, {}).bound(x, i % 2 == 0 ? 1 : -1);
    print("unusual bound " + std::to_string(i), {report.smallest_hessian_eigenvalue(), bound.in.lower, bound.in.upper,
                                                 bound.out.lower, bound.out.upper, bound.leverage.lower, bound.leverage.upper,
                                                 bound.alpha, bound.release_cost_pdp, bound.total.lower, bound.total.upper});
  }
}

void print_elementary() {
  SeededSource source(19);
  for (int i = 0; i < 400; ++i) {
    // Arguments of every size, and dense around 1.
    const double wide = of_any_size(-1000, 1000, source);
    const double near_one = 0.5 + uniform(source);
    const double exponent = 1500 * (uniform(source) - 0.5);
    print("elementary " + std::to_string(i),
          {elementary::exp(exponent), elementary::expm1(exponent * 0x1p-10), elementary::log(wide), elementary::log(near_one),
           elementary::log1p(near_one - 1), elementary::log1p(wide), elementary::pow(near_one, exponent),
           elementary::pow(wide, exponent * 0x1p-10), expost::erfc(exponent * 0x1p-6), normal_cdf(exponent * 0x1p-5),
           mills_ratio(std::fabs(exponent) * 0x1p-6)});
    const double t = exponent * 0x1p-3;
    const double y = 2 * uniform(source) - 1;
    for (const Loss& loss : {Loss{LossKind::logistic}, Loss{LossKind::pseudo_huber, 0.3}}) {
      const double label = loss.kind == LossKind::logistic ? (y < 0 ? -1 : 1) : y;
      print("loss " + std::to_string(i),
            {loss.value(t, label), loss.first_derivative(t, label), loss.second_derivative(t, label)});
    }
  }
}

void print_quantiles() {
  SeededSource source(7);
  for (int i = 0; i < 100; ++i) {
    const double p = spread(source, 1e-15, 0.9);
    print("normal " + std::to_string(i), {p, normal_upper_quantile(p)});
    const int k = static_cast<int>(1 + source.next() % 2000);
    print("chi-squared " + std::to_string(i), {p, static_cast<double>(k), chi_squared_upper_quantile(k, p)});
    const int d = static_cast<int>(1 + source.next() % 3000);
    print("goe " + std::to_string(i), {p, static_cast<double>(d), goe_upper_quantile(d, p)});
    const double m = spread(source, 1e-4, 20);
    const double epsilon = spread(source, 1e-3, 30);
    print("gaussian " + std::to_string(i),
          {gaussian_delta(epsilon, m), gaussian_delta(-epsilon, m), gaussian_epsilon(p, m), gaussian_sigma(epsilon, p, m)});
    const double tiny = of_any_size(-1000, -1, source);
    print("tiny tails " + std::to_string(i),
          {normal_upper_quantile(0.5 * tiny), goe_upper_quantile(1 + i * i, 0.5 * tiny), gaussian_shift(epsilon, 0.5 * tiny),
           goe_expected_count_above(1 + i * i, 20 * uniform(source)), log_gaussian_delta(epsilon, m * 1e-3)});
    const Interval belief = posterior_interval(epsilon, p);
    print("posterior " + std::to_string(i), {belief.lower, belief.upper});
  }
}

void print_accountants() {
  SeededSource source(11);
  for (int i = 0; i < 12; ++i) {
    const Loss loss = loss_of(i % 2, source);
    const ModelMechanism mechanism{loss, spread(source, 0.05, 10), loss.lipschitz() * spread(source, 0.3, 20)};
    const double epsilon = spread(source, 0.05, 4);
    for (const Accountant accountant :
         {Accountant::kst2012, Accountant::wang2021, Accountant::redberg2023, Accountant::shift, Accountant::joint}) {
      const Calibration calibration = calibrate_model(accountant, loss, epsilon, 1e-6, {});
      print("accountant " + std::to_string(i) + "/" + std::to_string(static_cast<int>(accountant)),
            {model_delta(accountant, mechanism, epsilon), model_epsilon(accountant, mechanism, 1e-6), calibration.lambda,
             calibration.sigma});
    }
    const ReleaseNoise noise{mechanism.sigma, 1.0, i % 3 == 0 ? std::optional<double>(2.0) : std::nullopt};
    print("whole report " + std::to_string(i),
          {report_delta(Accountant::joint, mechanism, noise, epsilon),
           report_delta(Accountant::shift, mechanism, noise, epsilon), dominated_report_delta(mechanism, noise, epsilon),
           report_epsilon(Accountant::shift, mechanism, noise, 1e-6), largest_removal_loss(mechanism, 3 * uniform(source))});
  }
  BudgetSplit shares;
  shares.model = 0.3;
  shares.gradient = 0.4;
  shares.hessian = 0.3;
  const BudgetPlan plan = plan_budget({}, 1, 1e-6, Accountant::joint, Composition::joint, shares, {});
  print("budget", {plan.model.lambda, plan.model.sigma, *plan.noise.gradient, *plan.noise.hessian, plan.model_epsilon});
}

void print_releases() {
  SeededSource source(13);
  for (int i = 0; i < 6; ++i) {
    // More rows than a block of the Hessian's sum.
    const Eigen::Index n = 700;
    const Eigen::Index d = 3 + 7 * i;
    Rows x(n, d);
    Eigen::VectorXd y(n);
    for (Eigen::Index r = 0; r < n; ++r) {
      const Eigen::VectorXd row = draw(d, 1, source);
      x.row(r) = row.transpose() / (1.0001 * row.norm());
      y(r) = i % 3 == 0 ? (uniform(source) < 0.5 ? -1 : 1) : 2 * uniform(source) - 1;
    }
    const CodedData data{x, y};
    const Release release = release_model({loss_of(i, source), 2.0}, data, 3.0, {4.0, 0.5, 1.5}, source);
    const ExactLosses exact(release.model.loss, release.model.sigma, release.model.theta, release.secrets.gradient,
                            release.secrets.hessian);
    for (Eigen::Index j = 0; j < d; ++j) {
      print("release " + std::to_string(i) + " theta " + std::to_string(j),
            {release.model.theta(j), release.secrets.b(j), release.secrets.gradient(j), release.model.gradient->values(j),
             release.model.hessian->values(j, 0)});
    }
    print("release " + std::to_string(i),
          {release.model.residual, release.secrets.smallest_eigenvalue, release.model.smallest_eigenvalue->value});
    for (Eigen::Index r = 0; r < 20; ++r) {
      print("exact " + std::to_string(i) + "/" + std::to_string(r),
            {exact.member(x.row(r).transpose(), y(r)).loss, exact.non_member(x.row(r).transpose(), y(r)).loss});
    }
  }
}

/// Exact outputs: the same digits from the same words, wherever it is computed.
void print_exact() {
  SeededSource source(6);
  for (int i = 0; i < 4; ++i) {
    const Eigen::Index n = 120;
    const Eigen::Index d = 3;
    Rows x(n, d);
    Eigen::VectorXd y(n);
    for (Eigen::Index r = 0; r < n; ++r) {
      const Eigen::VectorXd row = draw(d, 1, source);
      x.row(r) = row.transpose() / (1.0001 * row.norm());
      y(r) = uniform(source) < 0.5 ? -1 : 1;
    }
    const CodedData data{x, y};
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(d);
    const auto each = [&](const std::string& what, const Eigen::VectorXd& theta) {
      print("exact " + what + " " + std::to_string(i), {theta(0), theta(1), theta(2)});
    };
    GaussianPerturbation noise(d, 2.5, source);
    each("gaussian", fit_exactly({}, 1.5, data, noise, 0x1p-48, zero, source).theta);
    each("gaussian wide", fit_exactly({}, 1.5, data, noise, 0x1p-48, zero, source, FirstRung::wide).theta);
    LaplacePerturbation laplace(d, 0.5, source);
    each("laplace", fit_exactly({}, 1.5, data, laplace, 0x1p-48, zero, source).theta);
    SampleNoise sample(n, d, source);
    each("sample", sample_exactly(1.5, 0.8, data, sample, 0x1p-38, zero, source).theta);
    const AdaOpsRelease adaptive = ada_ops_exactly(data, {2, 1e-6}, source);
    each("adaptive", adaptive.theta);
    print("exact adaptive settings " + std::to_string(i),
          {adaptive.lambda, adaptive.gamma, adaptive.smallest_eigenvalue, adaptive.log_residual});
    const Derivatives derivatives = derivatives_at({}, 1.5, data, adaptive.theta, {1e-20, true});
    each("gradient", derivatives.gradient);
    each("hessian", derivatives.hessian.col(0));
    print("exact eigenvalue " + std::to_string(i), {derivatives.smallest_eigenvalue});
  }
}

}  // namespace

int main() {
  print_bounds();
  print_descents();
  print_unusual_bounds();
  print_elementary();
  print_quantiles();
  print_accountants();
  print_releases();
  print_exact();
}
