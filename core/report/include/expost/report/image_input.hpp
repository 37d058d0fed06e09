// Records that are images: which numbers their pixels are (report-format.md, Images).
#pragma once

namespace expost::report {

/// A record's numbers as an image's pixels: row by row, of three channels red, green and blue one
/// after the other. The k-th of its shades, from 0, is the number darkest + k(lightest −
/// darkest)/(shades − 1) of the record: of its features in their order, or of x without features.
struct ImageInput {
  double darkest = 0;
  double lightest = 0;  ///< not `darkest`
  int shades = 256;     ///< 2 to 65536
};

}  // namespace expost::report
