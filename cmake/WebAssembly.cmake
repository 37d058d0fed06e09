# Code generation for WebAssembly, on every object of the build: exceptions and SIMD are properties of the whole module.
# Automatic vectorisation keeps the order of operations (no fast-math), so 128-bit SIMD changes no digit.
if(EMSCRIPTEN)
  add_compile_options(-msimd128 -fwasm-exceptions)
  add_link_options(-msimd128 -fwasm-exceptions)
endif()

# expost_small_in_wasm(<target> [EXCEPT <source>...]): compiled for size there. For documents and rules only, which take most of the module's
# bytes and little of its time. Not for numerics: with -Os or -Oz, Emscripten 3.1.6 inlines nothing that isn't marked so and makes Eigen forty
# times slower, and a later -O3 doesn't bring it back.
function(expost_small_in_wasm target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "EXCEPT")
  if(EMSCRIPTEN)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      get_filename_component(path ${source} ABSOLUTE)
      if(NOT path IN_LIST ARG_EXCEPT)
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-Oz>)
      endif()
    endforeach()
  endif()
endfunction()
