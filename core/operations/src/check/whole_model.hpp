// Checks of models next to which nothing was released: what their mechanisms have in common.
#pragma once

#include <memory>
#include <utility>

#include "check/checked_model.hpp"

namespace expost::operations {

/// A rule that keeps the model and the last bound in the mechanism's own terms.
template <class Model, class OwnBound>
class WholeRule : public RecordRule {
 protected:
  /// Keeps a reference to the model. Throws ErrorType::argument as require_sharp_options does.
  WholeRule(const Model& model, const BoundOptions& options) : model_(&model), options_(options) {
    require_sharp_options(options);
  }

  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] const BoundOptions& options() const { return options_; }

  OwnBound last_{};

 private:
  const Model* model_;
  BoundOptions options_;
};

/// A model whose rules are made of it and the options, and whose θ was rounded at random.
template <class Model, class Rule>
class WholeModel : public CheckedModel {
 public:
  [[nodiscard]] std::unique_ptr<RecordRule> rule(const BoundOptions& options) const override {
    return std::make_unique<Rule>(model_, options);
  }
  [[nodiscard]] report::ReportModel published() const override { return model_; }
  [[nodiscard]] bool full_digits() const override { return !(model_.rounding.step > 0); }

 protected:
  explicit WholeModel(Model model) : model_(std::move(model)) {}

  [[nodiscard]] const Model& model() const { return model_; }

 private:
  Model model_;
};

}  // namespace expost::operations
