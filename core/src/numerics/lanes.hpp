// Sums, dot products and products of rows in an order that doesn't depend on the machine, written
// so that compilers use its vectors: SSE2, AVX2 where the processor has it, WebAssembly SIMD, NEON.
//
// Term j of a sum goes to lane j mod 4. A lane's terms are added one after the other, and the lanes
// are put together as (0 + 2) + (1 + 3). No term goes through more additions than in a row, so the
// bounds for any order hold. Where many sums are made side by side, each has its terms added one
// after the other.
#pragma once

#include <cstddef>
#include <cstdlib>  // __GLIBC__
#include <vector>

// A function that is compiled for AVX2, too, and chosen as the program is loaded. Neither has fused
// multiplications, so both give the same digits. Where a loader knows no such choice, and under the
// sanitizer that has to be set up before it, there is one function.
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define EXPOST_ONE_TARGET
#endif
#endif
#if defined(__x86_64__) && defined(__ELF__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(EXPOST_ONE_TARGET) && __has_attribute(target_clones)
#define EXPOST_ALSO_WIDER __attribute__((target_clones("avx2", "default")))
#else
#define EXPOST_ALSO_WIDER
#endif

namespace expost::lanes {

inline constexpr std::size_t count_of_lanes = 4;

/// Returns Σ a_j b_j.
[[nodiscard]] double dot(const double* a, const double* b, std::size_t count);

/// y += a·x, which don't overlap.
void add_multiple(double* y, double a, const double* x, std::size_t count);

/// sum + compensation += a·x, by sums whose roundings are added up; none of the three overlap.
void add_compensated(double* sum, double* compensation, double a, const double* x, std::size_t count);

/// Some rows, all as long, four columns next to each other: row by row of the first four, then of
/// the next four. Columns that there aren't are 0.
class Panels {
 public:
  Panels(std::size_t columns, std::size_t most_rows)
      : columns_(columns),
        most_rows_(most_rows),
        values_((columns + count_of_lanes - 1) / count_of_lanes * count_of_lanes * most_rows) {}

  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// Sets row `row`, below most_rows, to factor·x.
  void set_row(std::size_t row, double factor, const double* x);
  [[nodiscard]] const double* panel(std::size_t first_column) const { return values_.data() + first_column * most_rows_; }

 private:
  std::size_t columns_;
  std::size_t most_rows_;
  std::vector<double> values_;
};

/// Adds Σ a_r b_rᵀ over the first `rows` rows to the lower triangle of a matrix, entry (i, j) at
/// j·stride + i: a sum over the rows from the first to the last, then one addition.
void add_lower_products(double* matrix, std::size_t stride, const Panels& a, const Panels& b, std::size_t rows);

}  // namespace expost::lanes
