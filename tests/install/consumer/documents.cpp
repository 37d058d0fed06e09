// Uses the operations: the quantile of bounds.cpp by document.
#include <cstdio>
#include <expost/operations/operations.hpp>

int main() {
  expost::operations::Service service;
  const auto answer = service.call("goe-quantile", {{"dimension", 24}, {"tail", 1e-6}});
  std::printf("%a\n", answer.at("value").at("quantile").get<double>());
  return answer.at("ok").get<bool>() ? 0 : 1;
}
