// The promise to everyone, compared with the noise that the report states.
#pragma once

#include "document.hpp"
#include "expost/report/report.hpp"

namespace expost::report {

/// Throws "not-implied" where no accountant gives the guarantee from what the model states of its noise: everything published is
/// meant, releases included. `node` is the report's guarantee.
void check_guarantee(const Node& node, const Guarantee& guarantee, const ReportModel& model);

}  // namespace expost::report
