# Warnings for the project's own code; libraries come in as SYSTEM. Never exported.
add_library(expost_warnings INTERFACE)
target_compile_options(expost_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wpedantic)
if(EXPOST_WARNINGS_AS_ERRORS)
  target_compile_options(expost_warnings INTERFACE -Werror)
endif()
