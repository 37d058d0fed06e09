#include "service/self_test.hpp"

#include "expost/accounting/accountant.hpp"
#include "expost/noise/gaussian.hpp"
#include "service/known_answer.hpp"

namespace expost::operations {

int curator_self_test() {
  int checks = 0;
  check_known_answer(checks, "Gaussian calibration", gaussian_sigma(1, 1e-5, 1), 3.730631634815942);
  check_known_answer(checks, "accountant", calibrate_model(Accountant::joint, Loss{}, 0.5, 1e-5, {}).sigma, 7.0318266755825);
  return checks;
}

}  // namespace expost::operations
