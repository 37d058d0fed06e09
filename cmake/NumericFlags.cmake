# The flags that decide digits: one target for native and WebAssembly, so that both compute the same doubles.
#
# They are public, for consumers too: Eigen and Boost.Math are templates in headers, and a program that compiled the same
# template with other settings would break the one-definition rule, or silently swap in other digits.
add_library(expost_numeric_flags INTERFACE)
add_library(expost::numeric_flags ALIAS expost_numeric_flags)
set_target_properties(expost_numeric_flags PROPERTIES EXPORT_NAME numeric_flags)

target_compile_features(expost_numeric_flags INTERFACE cxx_std_20)

# No fused multiply-add: WebAssembly has none, and a fused one rounds once instead of twice.
target_compile_options(expost_numeric_flags INTERFACE -ffp-contract=off)

target_compile_definitions(expost_numeric_flags INTERFACE
  # Eigen's packets add in another order, by the width of the machine's registers.
  EIGEN_DONT_VECTORIZE
  # Eigen must not pick a number of threads, and so an order of additions, by the machine.
  EIGEN_DONT_PARALLELIZE
  # Otherwise Boost evaluates double in long double: 80 bits natively, software float128 in WebAssembly.
  BOOST_MATH_PROMOTE_DOUBLE_POLICY=false
  # Boost's default is to throw messages built with iostreams, which would be half of the wasm. With errno it returns NaN or
  # infinity instead: arguments are checked before each call.
  BOOST_MATH_DOMAIN_ERROR_POLICY=errno_on_error
  BOOST_MATH_OVERFLOW_ERROR_POLICY=errno_on_error
  BOOST_MATH_POLE_ERROR_POLICY=errno_on_error
  BOOST_MATH_EVALUATION_ERROR_POLICY=errno_on_error
  BOOST_MATH_ROUNDING_ERROR_POLICY=errno_on_error
  BOOST_MATH_INDETERMINATE_RESULT_ERROR_POLICY=errno_on_error
  # Otherwise Boost's errors hold the paths of its headers, and a build in another folder is another one.
  BOOST_DISABLE_CURRENT_LOCATION)
