# EXPOST_SANITIZE=ON: AddressSanitizer and UndefinedBehaviorSanitizer on everything that is built.
# EXPOST_FUZZ=ON: the coverage counters libFuzzer steers by, in the libraries (the targets in tests/fuzz link its main). The test
# programs are linked with the same libraries, which are compiled once for both.
if(EXPOST_FUZZ AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "EXPOST_FUZZ needs clang: libFuzzer is a part of it.")
endif()
if(EXPOST_FUZZ AND NOT EXPOST_SANITIZE)
  message(FATAL_ERROR "EXPOST_FUZZ needs EXPOST_SANITIZE: without it a fuzzer finds little.")
endif()
if(EMSCRIPTEN AND EXPOST_SANITIZE)
  message(FATAL_ERROR "EXPOST_SANITIZE is for native builds.")
endif()

if(EXPOST_SANITIZE)
  # Dividing by zero gives the IEEE infinity that the library means by it, so float-divide-by-zero stays off (the default).
  # AddressSanitizer stops at an access to null or beyond an object. UndefinedBehaviorSanitizer's
  # checks of the same pointers, null and object-size, and vptr, which finds objects of the wrong
  # class, are off: with them core takes a quarter longer to compile.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,object-size,vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # LLVM's linker, where the compiler finds it (Debian's Emscripten brings it), is quicker than the
  # usual one.
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld EXPOST_LLD_WORKS)
  if(EXPOST_LLD_WORKS)
    add_link_options(-fuse-ld=lld)
  endif()
endif()
