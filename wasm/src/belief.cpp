// Beliefs alone, for those who have a bound and need nothing else: a module of a few kilobytes.
//
// Numbers cross as C has them. wasm/js/posterior.js is the other side.
#include <emscripten.h>

#include <string>

#include "expost/bounds/posterior.hpp"
#include "expost/numerics/error.hpp"

namespace {

double ends[2];
std::string refusal;

}  // namespace

/// Two doubles, the ends of the belief; null where an argument is refused, and then
/// `expost_refusal` says why.
extern "C" EMSCRIPTEN_KEEPALIVE const double* expost_belief(double epsilon, double prior) {
  try {
    const expost::Interval belief = expost::posterior_interval(epsilon, prior);
    ends[0] = belief.lower;
    ends[1] = belief.upper;
    return ends;
  } catch (const expost::Error& error) {
    refusal = error.code() + '\n' + error.pointer() + '\n' + error.what();
    return nullptr;
  }
}

/// Code, pointer and message of the last refusal, a line each, ended by a zero byte.
extern "C" EMSCRIPTEN_KEEPALIVE const char* expost_refusal() {
  return refusal.c_str();
}
