# Code generation for WebAssembly, on every object of the build: exceptions and SIMD are properties of the whole module.
# Automatic vectorisation keeps the order of operations (no fast-math), so 128-bit SIMD changes no digit.
if(EMSCRIPTEN)
  # Without -fno-builtin-calloc, memory that is had and cleared may become a call of calloc after the linker's optimiser took away
  # calloc's first parameter: Emscripten 3.1.6 then has one byte in place of them all.
  add_compile_options(-msimd128 -fwasm-exceptions -flto -fno-builtin-calloc)
  add_link_options(-msimd128 -fwasm-exceptions -flto)
endif()

# expost_small_in_wasm(<target>): compiled for size there. For documents and rules only, which take most of the module's bytes and
# little of its time. Not for numerics: with -Os or -Oz, Emscripten 3.1.6 inlines nothing that isn't marked so, which makes Eigen forty times
# slower, and a later -O3 doesn't bring it back.
function(expost_small_in_wasm target)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Oz>)
  endif()
endfunction()
