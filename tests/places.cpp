// The one file of the tests whose object depends on where the sources are.
#include "places.hpp"

namespace expost {

std::filesystem::path tests_folder() {
  return sources_folder() / "tests";
}

std::filesystem::path sources_folder() {
  return EXPOST_SOURCE_DIR;
}

}  // namespace expost
