#include "curator/study_check.hpp"

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/study.hpp"

namespace expost::operations {

nlohmann::ordered_json check_study(const nlohmann::json& document) {
  const Request request(document);
  request.allow_only({"study"});
  return ObjectWriter().put_errors("errors", report::study_errors(request.document("study"))).take();
}

}  // namespace expost::operations
