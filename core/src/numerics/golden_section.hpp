// Golden sections: the bracket of an extremum, narrowed at one evaluation a step.
#pragma once

namespace expost {

/// An interval and two points inside it, each at (√5 − 1)/2 of its width from the other end, with
/// what a function is there.
template <class Value>
struct GoldenSection {
  double low;
  double high;
  double left;
  double right;
  Value at_left;
  Value at_right;

  template <class Function>
  GoldenSection(Function&& f, double from, double to)
      : low(from),
        high(to),
        left(high - ratio * (high - low)),
        right(low + ratio * (high - low)),
        at_left(f(left)),
        at_right(f(right)) {}

  /// Drops what is beyond `right` where the extremum is nearer to `left`, else what is below
  /// `left`.
  template <class Function>
  void narrow(Function&& f, bool nearer_to_left) {
    if (nearer_to_left) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - ratio * (high - low);
      at_left = f(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + ratio * (high - low);
      at_right = f(right);
    }
  }

 private:
  static constexpr double ratio = 0x1.3c6ef372fe950p-1;
};

}  // namespace expost
