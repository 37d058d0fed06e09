// Networks: gradients and certified norms of one record (docs/networks.md, sections 2 and 3).
//
// Breaks caught here:
// - A bias or a scale that is left out of the gradient, padding that counts, θ_{t+1} in place of
//   θ_t, a first step that is dropped (vectors).
// - relu's slope at a kink taken as 0, a tie given to one place, roundings of the enclosure itself
//   left out, γ_n of one term (200 bits).
// - Slopes at the ends of a ball alone, where one inside is steeper (each layer by itself).
// - Roundings of another program left out, p − 1 without its own (floats in any order).
#include "expost/network/network.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "expost/descent/clipped_gradients.hpp"
#include "expost/descent/descent_bound.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/network/network_gradient.hpp"
#include "expost/network/network_norm.hpp"
#include "network/layer_step.hpp"
#include "random_draws.hpp"
#include "reference_network.hpp"
#include "reference_table.hpp"
#include "repetitions.hpp"

using namespace expost;

namespace {

AxisPair pair_of(const ReferenceTable& layer, const char* key, AxisPair otherwise) {
  if (!layer.contains(key)) {
    return otherwise;
  }
  const ReferenceTable& value = layer[key];
  return value.is_array() ? AxisPair{value[0], value[1]} : AxisPair{value, value};
}

Layer layer_of(const ReferenceTable& layer) {
  const std::string kind = layer["kind"];
  if (kind == "dense") {
    return DenseLayer{layer["out"], layer.value("bias", true)};
  }
  if (kind == "conv2d") {
    return ConvolutionLayer{layer["out"], pair_of(layer, "kernel", {}), pair_of(layer, "stride", {1, 1}),
                            pair_of(layer, "padding", {0, 0}), layer.value("bias", true)};
  }
  if (kind == "max-pool" || kind == "average-pool") {
    const AxisPair kernel = pair_of(layer, "kernel", {});
    return PoolLayer{kind == "max-pool" ? PoolKind::maximum : PoolKind::average, kernel, pair_of(layer, "stride", kernel)};
  }
  if (kind == "group-norm") {
    return GroupNormLayer{layer["groups"], layer.value("affine", true), layer.value("epsilon", 1e-5)};
  }
  if (kind == "layer-norm") {
    return LayerNormLayer{layer.value("affine", true), layer.value("epsilon", 1e-5)};
  }
  if (kind == "reshape" || kind == "flatten") {
    return ReshapeLayer{layer.value("shape", TensorShape())};
  }
  for (const ActivationKind activation : {ActivationKind::relu, ActivationKind::tanh, ActivationKind::sigmoid,
                                          ActivationKind::softplus, ActivationKind::silu, ActivationKind::gelu}) {
    if (kind == name_of(activation)) {
      return ActivationLayer{activation};
    }
  }
  throw std::runtime_error("unknown layer " + kind);
}

Network network_of(const ReferenceTable& inputs) {
  Network network{inputs["input"], {}};
  for (const ReferenceTable& layer : inputs["layers"]) {
    network.layers.push_back(layer_of(layer));
  }
  return network;
}

ModelShape output_of(const ReferenceTable& inputs) {
  const std::string name = inputs["output"];
  if (name == "softmax") {
    return {{}, inputs["classes"]};
  }
  const double width = inputs["width"].is_null() ? 1.0 : inputs["width"].get<double>();
  return {{name == "logistic" ? LossKind::logistic : name == "squared" ? LossKind::squared : LossKind::pseudo_huber, width}, 0};
}

}  // namespace

TEST_CASE("vectors: gradients of networks, and their norms") {
  int seen = 0;
  const ReferenceTable table = reference_table("networks");
  for (const ReferenceTable& each : table["cases"]) {
    if (each["kind"] != "gradient") {
      continue;
    }
    CAPTURE(each["id"].get<std::string>());
    const ReferenceTable& inputs = each["inputs"];
    const NetworkLoss loss{std::make_shared<PreparedNetwork>(network_of(inputs)), output_of(inputs)};
    const Eigen::VectorXd theta = reference_vector(inputs["theta"]);
    const Eigen::VectorXd x = reference_vector(inputs["x"]);
    const double y = inputs["y"];
    const Eigen::VectorXd expected = reference_vector(each["expected"]["gradient"]);
    REQUIRE(loss.network->parameters() == theta.size());
    const Eigen::VectorXd gradient = network_gradient(loss, theta, x, y);
    const double norm = each["expected"]["norm"];
    CHECK((gradient - expected).norm() <= 1e-12 * norm);
    const NetworkRecord record{x, Eigen::VectorXd::Zero(x.size()), {y, y}};
    const double certified = network_norm(loss, theta, record, {});
    CHECK(certified >= norm * (1 - 1e-12));
    CHECK(certified <= norm * (1 + 1e-9));
    const double single = network_norm(loss, theta, record, {Arithmetic::float32, true, 1});
    CHECK(single >= certified);
    CHECK(single <= norm * 1.01 + 1e-4);
    ++seen;
  }
  CHECK(seen == 23);
}

TEST_CASE("vectors: trainings of networks, and a new person's interval") {
  int seen = 0;
  const ReferenceTable table = reference_table("networks");
  for (const ReferenceTable& each : table["cases"]) {
    if (each["kind"] != "run") {
      continue;
    }
    CAPTURE(each["id"].get<std::string>());
    const ReferenceTable& inputs = each["inputs"];
    const ReferenceTable& expected = each["expected"];
    PublishedDescent model;
    model.network = std::make_shared<PreparedNetwork>(network_of(inputs));
    const ModelShape output = output_of(inputs);
    model.loss = output.loss;
    model.classes = output.classes;
    model.plan.clip = inputs["clip"];
    model.plan.sigma = inputs["sigma"];
    model.plan.steps = model.done = inputs["T"];
    model.plan.rate = inputs["q"];
    model.plan.sampling = model.plan.rate < 1 ? DescentSampling::poisson : DescentSampling::full;
    const ReferenceTable& rule = inputs["rule"];
    model.plan.update.rates = {rule["rate"]};
    model.plan.update.momentum = rule["momentum"];
    model.plan.update.divisor = rule["divisor"];
    model.plan.update.parameter_step = inputs["parameter_step"];
    const IterateMatrix x = reference_matrix(inputs["X"]);
    const Eigen::VectorXd y = reference_vector(inputs["y"]);
    const IterateMatrix noise = reference_matrix(inputs["noise"]);
    const IterateMatrix iterates = reference_matrix(expected["iterates"]);
    Descent descent(model.plan.update, reference_vector(inputs["theta0"]));
    const ClippedGradients gradients(model.any_loss(), model.plan.clip, 0);
    model.iterates = IterateMatrix(iterates.rows(), iterates.cols());
    for (Eigen::Index t = 0; t < iterates.rows(); ++t) {
      model.iterates.row(t) = descent.theta().transpose();
      REQUIRE(descent.theta() == iterates.row(t).transpose());
      Eigen::VectorXd sum = noise.row(t).transpose();
      for (Eigen::Index i = 0; i < x.rows(); ++i) {
        if (inputs["masks"][static_cast<std::size_t>(t)][static_cast<std::size_t>(i)].get<bool>()) {
          gradients.add(descent.theta(), x.row(i).transpose(), y(i), 1, sum);
        }
      }
      const Eigen::VectorXd expected_sum = reference_vector(expected["noisy_sums"][static_cast<std::size_t>(t)]);
      CHECK((sum - expected_sum).norm() <= 1e-12 * expected_sum.norm());
      descent.step(sum);
    }
    CHECK(descent.theta() == reference_vector(expected["final"]));
    model.theta = descent.theta();
    const ReferenceTable& person = expected["person_new"];
    const Eigen::VectorXd norms = reference_vector(person["norms"]);
    const Eigen::VectorXd own = reference_vector(inputs["x"]);
    const GradientNorms found = gradient_norms(std::get<NetworkLoss>(model.any_loss()), model.path(),
                                               {own, Eigen::VectorXd::Zero(own.size()), {inputs["y_new"], inputs["y_new"]}});
    CHECK(found.cap == doctest::Approx(model.plan.clip / model.plan.sigma));
    for (Eigen::Index t = 0; t < norms.size(); ++t) {
      const double s = found.steps[static_cast<std::size_t>(t)] * model.plan.sigma;
      CHECK(s >= norms(t) * (1 - 1e-12));
      CHECK(s <= norms(t) * (1 + 1e-9));
    }
    const PreparedDescent prepared(model);
    CHECK(prepared.everybody_gap() == EverybodyGap::network);
    const DescentBound bound = prepared.bound(own, inputs["y_new"], Membership::unknown, inputs["rho"], {});
    CHECK(bound.energy == doctest::Approx(person["V"].get<double>()).epsilon(1e-9));
    const auto close = [&](Interval interval, const ReferenceTable& reference) {
      // The same end or a little outside of it: with q < 1 a table's cells are rounded up.
      const double room = model.plan.rate < 1 ? 0.005 : 1e-7;
      const double lower = reference[0];
      const double upper = reference[1];
      CHECK(interval.lower <= lower * (1 - 1e-9));
      CHECK(interval.lower >= lower * (1 + room));
      CHECK(interval.upper >= upper * (1 - 1e-9));
      CHECK(interval.upper <= upper * (1 + room));
    };
    close(bound.in, person["interval_in"]);
    close(bound.out, person["interval_out"]);
    ++seen;
  }
  CHECK(seen == 13);
}

namespace {

/// A small network of any layers, and a loss for its scores.
struct RandomNetwork {
  Network network;
  ModelShape output;
};

RandomNetwork any_network(Draws& draws) {
  RandomNetwork made;
  const auto activation = [&] { return ActivationLayer{static_cast<ActivationKind>(draws.integer(0, 5))}; };
  const int classes = draws.integer(0, 4);
  Network& network = made.network;
  if (draws.coin()) {
    const Eigen::Index channels = draws.integer(1, 2);
    const Eigen::Index size = draws.integer(4, 6);
    network.input = {channels * size * size};
    network.layers.push_back(ReshapeLayer{{channels, size, size}});
    network.layers.push_back(ConvolutionLayer{2 * draws.integer(1, 2),
                                              {draws.integer(1, 3), draws.integer(1, 3)},
                                              {draws.integer(1, 2), 1},
                                              {draws.integer(0, 1), 1},
                                              draws.coin()});
    if (draws.coin()) {
      network.layers.push_back(GroupNormLayer{2, draws.coin(), 1e-5});
    }
    network.layers.push_back(activation());
    if (draws.integer(0, 3) > 0) {
      const AxisPair kernel{draws.integer(1, 2), 2};
      network.layers.push_back(PoolLayer{draws.integer(0, 2) > 0 ? PoolKind::maximum : PoolKind::average, kernel,
                                         draws.coin() ? kernel : AxisPair{1, 1}});
    }
    if (draws.coin()) {
      network.layers.push_back(ConvolutionLayer{2, {1, 2}, {1, 1}, {0, 0}, draws.coin()});
      network.layers.push_back(activation());
      network.layers.push_back(PoolLayer{PoolKind::maximum, {1, 2}, {1, 1}});
    }
    network.layers.push_back(ReshapeLayer{});
  } else {
    network.input = {draws.integer(1, 6)};
    for (int i = draws.integer(0, 2); i > 0; --i) {
      network.layers.push_back(DenseLayer{draws.integer(2, 6), draws.coin()});
      if (draws.integer(0, 3) == 0) {
        network.layers.push_back(LayerNormLayer{draws.coin(), 1e-5});
      }
      network.layers.push_back(activation());
    }
  }
  made.output = classes >= 2 ? ModelShape{{}, classes} : ModelShape{{static_cast<LossKind>(draws.integer(0, 2)), 0.5}, 0};
  network.layers.push_back(DenseLayer{made.output.blocks(), draws.coin()});
  return made;
}

/// One whose shapes fit.
RandomNetwork random_network(Draws& draws) {
  for (;;) {
    RandomNetwork made = any_network(draws);
    try {
      (void)PreparedNetwork(made.network);
      return made;
    } catch (const Error&) {
      // A pool or a kernel that is larger than what is left.
    }
  }
}

/// A record with a background that is the same everywhere, now and then.
Eigen::VectorXd random_input(Draws& draws, Eigen::Index size) {
  Eigen::VectorXd x = draws.normal_vector(size);
  if (draws.coin()) {
    const double background = draws.coin() ? 0 : 0.3;
    for (double& each : x) {
      each = draws.integer(0, 2) > 0 ? background : each;
    }
  }
  return x;
}

double label_of(Draws& draws, const ModelShape& output) {
  if (output.classes > 0) {
    return draws.integer(0, static_cast<int>(output.classes) - 1);
  }
  return output.loss.labels() == Labels::signs ? (draws.coin() ? 1.0 : -1.0) : draws.uniform(-1, 1);
}

/// Numbers of 32 bits.
Eigen::VectorXd single(const Eigen::VectorXd& v) {
  return v.cast<float>().cast<double>();
}

template <class T>
double norm_of(const std::vector<T>& numbers) {
  Real200 squares = 0;
  for (const T& each : numbers) {
    squares += Real200(each) * Real200(each);
  }
  return static_cast<double>(sqrt(squares));
}

bool has_kink(const Network& network) {
  return std::any_of(network.layers.begin(), network.layers.end(), [](const Layer& layer) {
    const auto* const activation = std::get_if<ActivationLayer>(&layer);
    const auto* const pool = std::get_if<PoolLayer>(&layer);
    return (activation != nullptr && activation->kind == ActivationKind::relu) ||
           (pool != nullptr && pool->kind == PoolKind::maximum);
  });
}

}  // namespace

TEST_CASE("networks: no norm is below the one in 200 bits, and in doubles hardly above it") {
  Draws draws(52);
  const auto in_order = [](std::vector<Real200>& terms) {
    Real200 sum = 0;
    for (const Real200& each : terms) {
      sum += each;
    }
    return sum;
  };
  int tight = 0;
  const int networks = repetitions_share() == 1 ? 10'000 : 600;
  for (int i = 0; i < networks; ++i) {
    CAPTURE(i);
    const RandomNetwork made = random_network(draws);
    const NetworkLoss loss{std::make_shared<PreparedNetwork>(made.network), made.output};
    Eigen::VectorXd theta = draws.normal_vector(loss.network->parameters(), draws.logarithmic(0.1, 2));
    if (draws.integer(0, 4) == 0) {
      // Sums that come out as 0, and ties.
      theta = (theta * 2).array().rint() / 2;
    }
    const Eigen::VectorXd x = random_input(draws, loss.network->inputs());
    const double y = label_of(draws, made.output);
    ReferenceNetwork<Real200> reference(made.network, made.output, in_order);
    const double truth = norm_of(reference.gradient(theta, x, y));
    const NetworkRecord record{x, Eigen::VectorXd::Zero(x.size()), {y, y}};
    const double norm = network_norm(loss, theta, record, {});
    CHECK(norm >= truth * (1 - 0x1p-52));
    CHECK(network_norm(loss, theta, record, {Arithmetic::float64, true, 100}) >= norm);
    tight += norm <= truth * (1 + 1e-6) + 1e-12 ? 1 : 0;
    if (!has_kink(made.network)) {
      CHECK(norm <= truth * (1 + 1e-6) + 1e-12);
    }
  }
  CHECK(tight >= networks * 4 / 5);
}

TEST_CASE("networks: no norm is below one that floats make in any order of sums") {
  Draws draws(53);
  std::mt19937_64 engine(1);
  const auto in_any_order = [&](std::vector<float>& terms) {
    std::shuffle(terms.begin(), terms.end(), engine);
    // In lanes, as libraries do.
    float lanes[4] = {};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      lanes[i % 4] += terms[i];
    }
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  };
  for (int i = 0; i < 600; ++i) {
    CAPTURE(i);
    const RandomNetwork made = random_network(draws);
    const NetworkLoss loss{std::make_shared<PreparedNetwork>(made.network), made.output};
    // Large parameters fit a record well: p − 1 is all rounding then.
    const Eigen::VectorXd theta = single(draws.normal_vector(loss.network->parameters(), draws.logarithmic(0.1, 8)));
    const Eigen::VectorXd x = random_input(draws, loss.network->inputs());
    const double y = label_of(draws, made.output);
    ReferenceNetwork<float> reference(made.network, made.output, in_any_order);
    const NetworkRecord record{x, 2 * 0x1p-24 * x.cwiseAbs(), {y, y}};
    const double certified = network_norm(loss, theta, record, {Arithmetic::float32, true, 1});
    CHECK(certified <= network_norm(loss, theta, record, {Arithmetic::tf32, true, 1}));
    for (int order = 0; order < 3; ++order) {
      const double norm = norm_of(reference.gradient(theta, x, y));
      if (norm < infinity) {
        CHECK(certified >= norm);
      }
    }
  }
}

TEST_CASE("networks: limits are kept before anything is allocated") {
  const auto refused = [](const Network& network) {
    try {
      (void)PreparedNetwork(network);
    } catch (const Error& error) {
      return error.code() + " " + error.pointer();
    }
    return std::string();
  };
  CHECK(refused({{4}, {}}) == "out-of-range /layers");
  CHECK(refused({{4}, std::vector<Layer>(65, ActivationLayer{})}) == "out-of-range /layers");
  CHECK(refused({{4}, {ActivationLayer{}}}) == "inconsistent /layers");
  CHECK(refused({{4096}, {DenseLayer{65536, true}}}) == "too-large /layers");
  CHECK(refused({{1}, {ReshapeLayer{{1, 1, 1}}, ConvolutionLayer{1, {1, 1}, {1, 1}, {4096, 4096}, true}}}) ==
        "too-large /layers");
  CHECK(refused({{4}, {ReshapeLayer{{1, 2, 2}}, PoolLayer{PoolKind::maximum, {3, 3}, {1, 1}}}}) ==
        "inconsistent /layers/1/kernel");
  CHECK(refused({{4}, {ReshapeLayer{{4, 1, 1}}, GroupNormLayer{3, true, 1e-5}}}) == "inconsistent /layers/1/groups");
  CHECK(refused({{4}, {ReshapeLayer{{1, 2, 2}}, DenseLayer{2, true}}}) == "inconsistent /layers/1");
}

TEST_CASE("networks: parameters on a grid are no farther from it than half a step, whatever its size") {
  for (const double step : {0x1p-1074, 0x1p-30, 1.0, 0x1p60}) {
    UpdateRule rule;
    rule.rates = {1};
    rule.parameter_step = step;
    Eigen::VectorXd start(4);
    start << 1.5, -0.3, 1e40, -0x1p-31;
    const Eigen::VectorXd theta = Descent(rule, start).theta();
    for (Eigen::Index i = 0; i < 4; ++i) {
      CHECK(std::fabs(theta(i) - start(i)) <= 0.5 * step);
      CHECK(std::fmod(theta(i), step) == 0);
    }
  }
}

TEST_CASE("networks: the order of a sum that loses the most is covered") {
  // 1 − 2⁻²⁵ − 2⁻²⁵ − … stays 1 in floats.
  constexpr Eigen::Index terms = 4095;
  const Network network{{terms + 1}, {DenseLayer{1, false}, DenseLayer{1, false}}};
  const NetworkLoss loss{std::make_shared<PreparedNetwork>(network), {{LossKind::squared, 1.0}, 0}};
  Eigen::VectorXd theta = Eigen::VectorXd::Constant(terms + 2, -0x1p-25);
  theta(0) = 1;
  theta(terms + 1) = 1;
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(terms + 1);
  ReferenceNetwork<float> reference(network, loss.output, [](std::vector<float>& sum) {
    float total = 0;
    for (const float each : sum) {
      total += each;
    }
    return total;
  });
  const double computed = norm_of(reference.gradient(theta, x, -1));
  CHECK(computed > 1.00005 * network_gradient(loss, theta, x, -1).norm());
  const NetworkRecord record{x, Eigen::VectorXd::Zero(x.size()), {-1, -1}};
  CHECK(network_norm(loss, theta, record, {Arithmetic::float32, true, 1}) >= computed);
}

namespace {

/// The corner of a ball that takes a number the farthest, coordinate by coordinate.
template <class Number>
Eigen::VectorXd farthest_corner(const Ball& ball, const Number& number) {
  Eigen::VectorXd corner = ball.mid;
  for (Eigen::Index i = 0; i < corner.size(); ++i) {
    corner(i) = ball.mid(i) + ball.radius(i);
    const double up = number(corner);
    corner(i) = ball.mid(i) - ball.radius(i);
    if (number(corner) < up) {
      corner(i) = ball.mid(i) + ball.radius(i);
    }
  }
  return corner;
}

void check_inside(const Ball& ball, const Eigen::VectorXd& point) {
  const double slack = 1e-13 * (1 + point.norm());
  CHECK(((point - ball.mid).cwiseAbs() - ball.radius).maxCoeff() <= slack);
  CHECK((point - ball.mid).norm() <= ball.length + slack);
}

Ball ball_around(Draws& draws, Eigen::Index size, double width) {
  Ball ball{draws.normal_vector(size), width * draws.normal_vector(size).cwiseAbs(), 0};
  ball.length = ball.radius.norm() * (1 + 1e-12);
  return ball;
}

}  // namespace

TEST_CASE("networks: each layer encloses the farthest corners, forward and back") {
  Draws draws(55);
  const std::vector<std::pair<TensorShape, Layer>> layers{{{5}, DenseLayer{4, true}},
                                                          {{2, 3, 3}, ConvolutionLayer{3, {2, 2}, {1, 1}, {1, 0}, true}},
                                                          {{1, 4, 4}, PoolLayer{PoolKind::maximum, {2, 2}, {2, 2}}},
                                                          {{1, 4, 4}, PoolLayer{PoolKind::average, {2, 3}, {1, 1}}},
                                                          {{4, 2, 1}, GroupNormLayer{2, true, 1e-5}},
                                                          {{6}, LayerNormLayer{true, 1e-5}},
                                                          {{6}, ActivationLayer{ActivationKind::relu}},
                                                          {{6}, ActivationLayer{ActivationKind::tanh}},
                                                          {{6}, ActivationLayer{ActivationKind::sigmoid}},
                                                          {{6}, ActivationLayer{ActivationKind::softplus}},
                                                          {{6}, ActivationLayer{ActivationKind::silu}},
                                                          {{6}, ActivationLayer{ActivationKind::gelu}}};
  for (const auto& each_layer : layers) {
    const TensorShape& in_shape = each_layer.first;
    const Layer& layer = each_layer.second;
    for (int i = 0; i < 60; ++i) {
      CAPTURE(layer.index());
      const auto step = std::visit(
          [&](const auto& each) {
            return step_of(each, LayerPlace{in_shape, ErrorType::argument, ""});
          },
          layer);
      const Eigen::VectorXd own = draws.normal_vector(step->parameters);
      const Roundings roundings({draws.coin() ? Arithmetic::float64 : Arithmetic::float32, false, 1});
      const double width = draws.logarithmic(1e-9, 0.3);
      const Ball in = ball_around(draws, step->inputs, width);
      const Ball g = ball_around(draws, step->outputs, draws.coin() ? 0 : width);
      const Ball out = step->enclosed(own.data(), in, roundings);
      double squares = 0;
      Ball back = step->enclosed_back(own.data(), in, out, g, roundings, squares, true);
      back = back.folded();
      const Eigen::Index to = draws.integer(0, static_cast<int>(step->outputs) - 1);
      const Eigen::Index from = draws.integer(0, static_cast<int>(step->inputs) - 1);
      const double sign = draws.coin() ? 1 : -1;
      const Eigen::VectorXd moved =
          farthest_corner(in, [&](const Eigen::VectorXd& x) { return sign * step->forward(own.data(), x)(to); });
      check_inside(out, step->forward(own.data(), moved));
      Eigen::VectorXd gradient(step->parameters);
      const auto backward = [&](const Eigen::VectorXd& x, const Eigen::VectorXd& by) {
        return step->backward(own.data(), x, step->forward(own.data(), x), by, gradient.data(), true);
      };
      const Eigen::VectorXd by =
          farthest_corner(g, [&](const Eigen::VectorXd& each) { return sign * backward(in.mid, each)(from); });
      const Eigen::VectorXd x =
          farthest_corner(in, [&](const Eigen::VectorXd& each) { return sign * backward(each, by)(from); });
      check_inside(back, backward(x, by));
      const auto longest = [&](const auto& each) {
        (void)backward(each, by);
        return gradient.squaredNorm();
      };
      if (step->parameters > 0) {
        CHECK(longest(farthest_corner(in, longest)) <= squares * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("networks: slopes and activations inside a ball, and as floats compute them") {
  Draws draws(58);
  for (int kind = 0; kind < 6; ++kind) {
    CAPTURE(kind);
    const TensorShape shape{1};
    const auto step = step_of(ActivationLayer{static_cast<ActivationKind>(kind)}, LayerPlace{shape, ErrorType::argument, ""});
    for (int i = 0; i < 400; ++i) {
      // Around the places where slopes of silu and gelu are largest and smallest, too.
      const double place = draws.coin() ? draws.uniform(-5, 5) : (draws.coin() ? 1 : -1) * (draws.coin() ? 2.39936 : sqrt2);
      const double radius = draws.logarithmic(1e-3, 1);
      const Ball in{Eigen::VectorXd::Constant(1, place), Eigen::VectorXd::Constant(1, radius), radius};
      const Ball g{Eigen::VectorXd::Constant(1, 1.0), Eigen::VectorXd::Zero(1), 0};
      double squares = 0;
      const Roundings roundings({});
      const Ball back = step->enclosed_back(nullptr, in, step->enclosed(nullptr, in, roundings), g, roundings, squares, true);
      for (const double share : {-1.0, -0.5, -0.1, 0.0, 0.1, 0.5, 1.0}) {
        const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, place + share * radius);
        check_inside(back, step->backward(nullptr, x, step->forward(nullptr, x), g.mid, nullptr, true));
      }
      // A float of its value, to nearest and to either side: a library's error.
      const Ball exact{in.mid.cast<float>().cast<double>(), Eigen::VectorXd::Zero(1), 0};
      const Ball out = step->enclosed(nullptr, exact, Roundings({Arithmetic::float32, true, 1}));
      const auto nearest = static_cast<float>(step->forward(nullptr, exact.mid)(0));
      if (static_cast<ActivationKind>(kind) != ActivationKind::relu) {
        for (const float to : {-10.0F, 10.0F}) {
          CHECK(std::fabs(static_cast<double>(std::nextafter(nearest, to)) - out.mid(0)) <= out.radius(0));
        }
      }
    }
  }
}

TEST_CASE("networks: lengths shorter than radii are kept by what a matrix does at most") {
  Draws draws(56);
  for (const Layer& layer : {Layer(DenseLayer{4, false}), Layer(ConvolutionLayer{2, {2, 2}, {1, 1}, {0, 0}, false})}) {
    const bool image = std::holds_alternative<ConvolutionLayer>(layer);
    const TensorShape shape = image ? TensorShape{1, 3, 3} : TensorShape{6};
    const auto step = std::visit(
        [&](const auto& each) {
          return step_of(each, LayerPlace{shape, ErrorType::argument, ""});
        },
        layer);
    const Eigen::VectorXd own = draws.normal_vector(step->parameters);
    // As a matrix, column by column.
    Eigen::MatrixXd matrix(step->outputs, step->inputs);
    for (Eigen::Index i = 0; i < step->inputs; ++i) {
      matrix.col(i) = step->forward(own.data(), Eigen::VectorXd::Unit(step->inputs, i));
    }
    // The longest direction of what goes in, what becomes of it, and by how much.
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(matrix.transpose() * matrix);
    const Eigen::VectorXd longest = gram.eigenvectors().rightCols<1>();
    const double most = (matrix * longest).norm();
    const Roundings roundings({Arithmetic::float32, false, 1});
    Ball in{draws.normal_vector(step->inputs), Eigen::VectorXd::Constant(step->inputs, 0.1), 0.1};
    const Ball out = step->enclosed(own.data(), in, roundings);
    check_inside(out, step->forward(own.data(), in.mid + 0.1 * longest));
    Ball g{draws.normal_vector(step->outputs), Eigen::VectorXd::Constant(step->outputs, 0.1), 0.1};
    double squares = 0;
    const Ball back = step->enclosed_back(own.data(), in, out, g, roundings, squares, true);
    check_inside(back, matrix.transpose() * (g.mid + 0.1 * (matrix * longest) / most));
    // Not as wide as products of sizes would be.
    CHECK(out.length < 0.1 * most * (image ? 2.1 : 1.2));
  }
}

TEST_CASE("networks: a tie before a convolution, whoever has the gradient") {
  Draws draws(57);
  const TensorShape shape{1, 3, 3};
  const auto step = step_of(ConvolutionLayer{2, {2, 2}, {1, 1}, {0, 0}, true}, LayerPlace{shape, ErrorType::argument, ""});
  const Eigen::VectorXd own = draws.normal_vector(step->parameters);
  for (int i = 0; i < 200; ++i) {
    const Ball in = ball_around(draws, 9, draws.coin() ? 1e-12 : 0.2);
    Ball g{Eigen::VectorXd::Zero(8), Eigen::VectorXd::Zero(8), 0};
    const double mid = draws.normal();
    g.places = {4, 5, 7};
    g.ties = {{0, 3, mid, 0}};
    double squares = 0;
    (void)step->enclosed_back(own.data(), in, {}, g, Roundings({}), squares, false);
    double largest = 0;
    for (const Eigen::Index place : g.places) {
      const auto length = [&](const Eigen::VectorXd& x) {
        Eigen::VectorXd gradient(step->parameters);
        (void)step->backward(own.data(), x, {}, mid * Eigen::VectorXd::Unit(8, place), gradient.data(), false);
        return gradient.squaredNorm();
      };
      largest = std::max(largest, length(farthest_corner(in, length)));
    }
    CHECK(largest <= squares * (1 + 1e-12));
  }
}

TEST_CASE("networks: a ball of records holds each of them") {
  Draws draws(54);
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const RandomNetwork made = random_network(draws);
    const NetworkLoss loss{std::make_shared<PreparedNetwork>(made.network), made.output};
    const Eigen::VectorXd theta = draws.normal_vector(loss.network->parameters(), 0.7);
    const Eigen::VectorXd x = random_input(draws, loss.network->inputs());
    const double y = label_of(draws, made.output);
    const double width = draws.logarithmic(1e-6, 1);
    const Eigen::VectorXd radius = width * draws.normal_vector(x.size()).cwiseAbs();
    const double over = network_norm(loss, theta, {x, radius, {y, y}}, {});
    const std::vector<Interval> ranges = network_ranges(*loss.network, theta, {x, radius, {y, y}});
    for (int j = 0; j < 8; ++j) {
      Eigen::VectorXd other = x;
      for (Eigen::Index k = 0; k < x.size(); ++k) {
        other(k) += draws.uniform(-1, 1) * radius(k);
      }
      CHECK(network_gradient(loss, theta, other, y).norm() <= over);
      const Eigen::VectorXd scores = network_scores(*loss.network, theta, other);
      for (Eigen::Index k = 0; k < scores.size(); ++k) {
        CHECK(ranges[static_cast<std::size_t>(k)].lower <= scores(k));
        CHECK(ranges[static_cast<std::size_t>(k)].upper >= scores(k));
      }
    }
  }
}
