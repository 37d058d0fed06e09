// Compiled alone: nothing else depends on where the sources are, so that a compiler's cache serves
// every checkout.
#include "places.hpp"

namespace expost {

std::filesystem::path tests_folder() {
  return sources_folder() / "tests";
}

std::filesystem::path sources_folder() {
  return EXPOST_SOURCE_DIR;
}

}  // namespace expost
