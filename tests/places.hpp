// Where tests find their files.
#pragma once

#include <filesystem>

namespace expost {

/// The folder tests of the sources.
[[nodiscard]] std::filesystem::path tests_folder();
/// The sources' own folder.
[[nodiscard]] std::filesystem::path sources_folder();

}  // namespace expost
