# Code generation for WebAssembly, on every object of the build: exceptions and SIMD are properties of the whole module.
# Automatic vectorisation keeps the order of operations (no fast-math), so 128-bit SIMD changes no digit.
if(EMSCRIPTEN)
  add_compile_options(-msimd128 -fwasm-exceptions)
  add_link_options(-msimd128 -fwasm-exceptions)
endif()
