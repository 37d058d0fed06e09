#include "profile/profile_run.hpp"

#include <utility>

#include "documents/request.hpp"
#include "expost/numerics/error.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

void ProfileRun::check(const json& document) const {
  (void)options(document);
}

ProfileOptions ProfileRun::options(const json& document) const {
  const Request request(document);
  request.allow_only({"data", "heldOut", "lambda", "epsilons", "neighbours", "samples", "profileEpsilon", "coordinates",
                      "modelCoordinates", "seed"});
  return read_profile_options(request, rows_.study(), rows_.dimension());
}

ordered_json ProfileRun::advance(const json& document, const CodedRows* held_out) {
  ProfileOptions wanted = options(document);
  std::optional<CodedData> others;
  if (held_out != nullptr) {
    if (held_out->count() == 0) {
      throw Error(ErrorType::data, "empty", "/heldOut", "the held-out data has no rows below its header");
    }
    others.emplace(held_out->data());
    if (others->x.cols() != rows_.dimension()) {
      Request(document).refuse("heldOut", "inconsistent", "must be opened with the same study");
    }
  }
  if (!profiling_ || request_ != document || !profiling_->same_held_out(others)) {
    rows_.require_labels();
    profiling_ = std::make_unique<Profiling>(std::move(wanted), rows_.study(), rows_.data(), others);
    request_ = document;
  }
  // A profile that throws can't be gone on with.
  std::unique_ptr<Profiling> current = std::move(profiling_);
  current->advance();
  if (current->finished()) {
    return current->result();
  }
  profiling_ = std::move(current);
  return profiling_->progress();
}

}  // namespace expost::operations
