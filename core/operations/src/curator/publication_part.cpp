#include "curator/publication_part.hpp"

#include <utility>

#include "check/loaded_report.hpp"
#include "curator/composing.hpp"
#include "curator/study_session.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/study.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// The report that a study makes of no rows: its levels and promises are those of any.
json report_of_no_rows(const Request& request) {
  const json& stated = request.document("study");
  const report::Study study = report::read_study(stated);
  json header = json::array();
  for (const report::Feature& feature : study.features) {
    if (feature.kind != report::FeatureKind::constant) {
      header.push_back(feature.name);
    }
  }
  header.push_back(study.label.name);
  if (study.person) {
    header.push_back(study.person->column);
  }
  json opened = json::object();
  opened["study"] = stated;
  opened["header"] = std::move(header);
  StudySession session(opened);
  json asked = json::object();
  asked["seed"] = 0U;
  if (request.has("model")) {
    json model = request.required("model");
    if (model.is_object()) {
      // They say which rows were drawn; the rows are not here, and no promise depends on them.
      model.erase("samples");
    }
    asked["model"] = std::move(model);
  }
  Publishing& publishing = session.publishing();
  return (request.has("model") ? publishing.attach(asked) : publishing.publish(asked)).at("report");
}

}  // namespace

ordered_json promise_of_study(const json& document) {
  return LoadedReport(report_of_no_rows(Request(document))).promise(document);
}

ordered_json publication_part(const json& document) {
  const Request request(document);
  request.allow_only({"study", "model"});
  json report = json::object();
  report["report"] = report_of_no_rows(request);
  ordered_json answer = composition_part(report);
  if (answer.at("part").is_null()) {
    answer["part"] = ObjectWriter().put("epsilon", infinity).put("delta", 1.0).take();
  }
  return answer;
}

}  // namespace expost::operations
