# Warnings for the project's own code; libraries come in as SYSTEM. Never exported.
add_library(expost_warnings INTERFACE)
# In a unity build a local name may hide one in another file's anonymous namespace, which is no
# fault. `npm run lint` reads one file at a time and warns of the rest.
target_compile_options(expost_warnings INTERFACE
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
  -Wall -Wextra -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wpedantic)
# Always: what tells kinds apart says something about each of them.
target_compile_options(expost_warnings INTERFACE -Werror=switch)
if(EXPOST_WARNINGS_AS_ERRORS)
  target_compile_options(expost_warnings INTERFACE -Werror)
endif()
