#include "expost/bounds/region_products.hpp"

#include "bounds/softmax_box.hpp"

namespace expost {

struct RegionProducts::Parts {
  RecordBox box;
  CoordinateBox coordinates;
  FieldProducts products;

  explicit Parts(const RecordRegion& region)
      : box(RecordBox::whole(region, 0)), coordinates(region, box), products(region, box, coordinates) {}
};

RegionProducts::RegionProducts(const RecordRegion& region) : parts_(std::make_unique<Parts>(region)) {}
RegionProducts::~RegionProducts() = default;

Interval RegionProducts::range(const Eigen::Ref<const Eigen::VectorXd>& v) const {
  return parts_->products.range(v);
}

}  // namespace expost
