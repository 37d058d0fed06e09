# EXPOST_SANITIZE=ON: AddressSanitizer and UndefinedBehaviorSanitizer on everything that is built.
# EXPOST_FUZZ=ON: the same, plus the coverage counters libFuzzer steers by (the targets in tests/fuzz link its main).
if(EXPOST_FUZZ AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "EXPOST_FUZZ needs clang: libFuzzer is a part of it.")
endif()
if(EMSCRIPTEN AND (EXPOST_SANITIZE OR EXPOST_FUZZ))
  message(FATAL_ERROR "EXPOST_SANITIZE and EXPOST_FUZZ are for native builds.")
endif()

if(EXPOST_SANITIZE OR EXPOST_FUZZ)
  # Dividing by zero gives the IEEE infinity that the library means by it, so float-divide-by-zero stays off (the default).
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(EXPOST_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
