#include "documents/names.hpp"

namespace expost::operations {

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
  document.put_text("name", name_of(loss.linear.kind));
  if (loss.linear.has_width()) {
    document.put("width", loss.linear.width);
  }
  return document.take();
}

ObjectWriter mechanism_writer(report::MechanismKind kind) {
  const report::MechanismKeys keys = report::keys_of(kind);
  ObjectWriter document;
  document.put_text("kind", name_of(kind)).put_text("name", keys.name);
  if (keys.noise != nullptr) {
    document.put_text("noise", keys.noise);
  }
  return document;
}

ObjectWriter mechanism_writer(report::MechanismKind kind, double scale, double lambda) {
  ObjectWriter document = mechanism_writer(kind);
  document.put(report::keys_of(kind).scale, scale).put("lambda", lambda);
  return document;
}

}  // namespace expost::operations
