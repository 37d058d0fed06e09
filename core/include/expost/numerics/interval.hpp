// A closed interval of real numbers; what each end bounds is said where it is returned.
#pragma once

namespace expost {

/// A closed interval; an end may be infinite.
struct Interval {
  double lower = 0;  ///< lower end
  double upper = 0;  ///< upper end
};

}  // namespace expost
