// A closed interval of real numbers; what each end bounds is said where it is returned.
#pragma once

namespace expost {

struct Interval {
  double lower = 0;
  double upper = 0;
};

}  // namespace expost
