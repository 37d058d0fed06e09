#include "documents/names.hpp"

#include "documents/object_writer.hpp"

namespace expost::operations {

std::string name_of(Fault fault) {
  switch (fault) {
    case Fault::argument:
      return "argument";
    case Fault::report:
      return "report";
    case Fault::record:
      return "record";
    case Fault::study:
      return "study";
    case Fault::data:
      return "data";
    case Fault::numerics:
      return "numerics";
  }
  return "internal";
}

std::string name_of(Method method) {
  return method == Method::sharp ? "sharp" : "paper";
}

std::string name_of(Membership member) {
  switch (member) {
    case Membership::in:
      return "in";
    case Membership::out:
      return "out";
    case Membership::unknown:
      break;
  }
  return "unknown";
}

std::string name_of(report::Adjustment::Kind kind) {
  switch (kind) {
    case report::Adjustment::Kind::raised:
      return "raised";
    case report::Adjustment::Kind::lowered:
      return "lowered";
    case report::Adjustment::Kind::filled:
      return "filled";
    case report::Adjustment::Kind::scaled:
      break;
  }
  return "scaled";
}

std::string name_of(ReportKind kind) {
  switch (kind) {
    case ReportKind::independent:
      return "independent";
    case ReportKind::hessian:
      return "hessian";
    case ReportKind::dependent:
      return "dependent";
    case ReportKind::adaptive:
      break;
  }
  return "adaptive";
}

std::string name_of(Accountant accountant) {
  switch (accountant) {
    case Accountant::kifer:
      return "kifer";
    case Accountant::lecture:
      return "lecture";
    case Accountant::redberg2023:
      return "redberg2023";
    case Accountant::shift:
      return "shift";
    case Accountant::joint:
      break;
  }
  return "joint";
}

Accountant accountant_named(const std::string& name) {
  for (const Accountant accountant : all_accountants) {
    if (name_of(accountant) == name) {
      return accountant;
    }
  }
  throw Error(Fault::argument, "unknown-name", "/accountant",
              "the accountant must be kifer, lecture, redberg2023, shift or joint");
}

std::string name_of(SoftmaxAccountant accountant) {
  switch (accountant) {
    case SoftmaxAccountant::radius:
      return "radius";
    case SoftmaxAccountant::shift:
      return "shift";
    case SoftmaxAccountant::joint:
      break;
  }
  return "joint";
}

SoftmaxAccountant softmax_accountant_named(const std::string& name) {
  for (const SoftmaxAccountant accountant : all_softmax_accountants) {
    if (name_of(accountant) == name) {
      return accountant;
    }
  }
  throw Error(Fault::argument, "unknown-name", "/accountant",
              "the accountant must be radius, shift or joint for the softmax loss");
}

nlohmann::ordered_json document_of(const Uniformity& uniformity) {
  switch (uniformity.kind) {
    case Uniformity::Kind::one:
      return "one";
    case Uniformity::Kind::all:
      return "all";
    case Uniformity::Kind::rows:
      break;
  }
  return uniformity.count;
}

nlohmann::ordered_json document_of(const report::ModelLoss& loss) {
  ObjectWriter document;
  if (loss.is_softmax()) {
    document.put_text("name", "softmax").put_count("classes", loss.classes);
    return document.take();
  }
  document.put_text("name", report::name_of(loss.linear.kind));
  if (loss.linear.has_width()) {
    document.put("width", loss.linear.width);
  }
  return document.take();
}

}  // namespace expost::operations
