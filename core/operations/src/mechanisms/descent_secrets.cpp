#include "mechanisms/descent_secrets.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "documents/object_writer.hpp"
#include "expost/report/base64.hpp"
#include "expost/report/limits.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

constexpr std::size_t bits = 8;
constexpr std::size_t bytes_of_batch = 4;

std::size_t bytes_for(std::size_t rows) {
  return (rows + bits - 1) / bits;
}

std::span<const double> span_of(const IterateMatrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

const std::string& text_of(const Request& request, const char* key) {
  const auto* const text = request.required(key).get_ptr<const std::string*>();
  if (text == nullptr) {
    request.refuse(key, "wrong-type", "must be a text in base64");
  }
  return *text;
}

std::vector<std::uint8_t> read_bytes(const Request& document, const char* key, std::size_t count, const std::string& of_what) {
  std::vector<std::uint8_t> bytes(count);
  if (!report::decode_base64_bytes(text_of(document, key), bytes)) {
    document.refuse(key, "wrong-length", {"must be ", count, " bytes in base64, ", of_what});
  }
  return bytes;
}

void read_matrix(const Request& document, const char* key, IterateMatrix& matrix) {
  const std::span<double> numbers{matrix.data(), static_cast<std::size_t>(matrix.size())};
  if (!report::decode_base64_doubles(text_of(document, key), numbers)) {
    document.refuse(key, "wrong-length",
                    {"must be ", matrix.size(), " doubles in base64, one for each step and number of the model"});
  }
  if (!matrix.allFinite()) {
    document.refuse(key, "not-finite", "must hold finite numbers only");
  }
}

}  // namespace

nlohmann::ordered_json secrets_document(const DescentSecrets& secrets) {
  ObjectWriter document;
  document.put_text("noisySums", report::encode_base64_doubles(span_of(secrets.noisy_sums)));
  if (!secrets.samples.empty()) {
    std::vector<std::uint8_t> bytes;
    for (const std::vector<bool>& sample : secrets.samples) {
      const std::size_t first = bytes.size();
      bytes.resize(first + bytes_for(sample.size()));
      for (std::size_t i = 0; i < sample.size(); ++i) {
        if (sample[i]) {
          bytes[first + i / bits] = static_cast<std::uint8_t>(bytes[first + i / bits] | 1U << i % bits);
        }
      }
    }
    document.put_text("samples", report::encode_base64_bytes(bytes));
  }
  if (!secrets.order.empty()) {
    std::vector<std::uint8_t> bytes;
    for (const std::vector<std::int32_t>& epoch : secrets.order) {
      for (const std::int32_t batch : epoch) {
        for (std::size_t i = 0; i < bytes_of_batch; ++i) {
          bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(batch) >> (bits * i)));
        }
      }
    }
    document.put_text("order", report::encode_base64_bytes(bytes));
  }
  return document.take();
}

std::optional<std::vector<std::vector<bool>>> read_samples(const Request& document, Eigen::Index steps, Eigen::Index rows) {
  if (!document.has("samples")) {
    return std::nullopt;
  }
  const std::size_t length = bytes_for(static_cast<std::size_t>(rows));
  const std::vector<std::uint8_t> bytes =
      read_bytes(document, "samples", static_cast<std::size_t>(steps) * length, "a bit for each step and row");
  std::vector<std::vector<bool>> samples;
  for (std::size_t t = 0; t < static_cast<std::size_t>(steps); ++t) {
    std::vector<bool>& sample = samples.emplace_back(static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < sample.size(); ++i) {
      sample[i] = (bytes[t * length + i / bits] >> i % bits & 1U) != 0;
    }
  }
  return samples;
}

DescentSecrets read_secrets(const Request& document, const PublishedDescent& model, Eigen::Index rows) {
  document.allow_only({"noisySums", "samples", "order"});
  DescentSecrets secrets;
  secrets.noisy_sums = IterateMatrix(model.done, model.theta.size());
  read_matrix(document, "noisySums", secrets.noisy_sums);
  switch (model.plan.sampling) {
    case DescentSampling::full:
      break;
    case DescentSampling::poisson: {
      std::optional<std::vector<std::vector<bool>>> samples = read_samples(document, model.done, rows);
      if (!samples) {
        document.refuse("samples", "missing", "must be given for Poisson sampling");
      }
      secrets.samples = std::move(*samples);
      break;
    }
    case DescentSampling::shuffle: {
      const int begun = (model.done - 1) / model.plan.batches + 1;
      const auto epochs = static_cast<std::size_t>(begun);
      const auto n = static_cast<std::size_t>(rows);
      const std::vector<std::uint8_t> bytes =
          read_bytes(document, "order", epochs * n * bytes_of_batch, "a batch for each epoch and row");
      for (std::size_t e = 0; e < epochs; ++e) {
        std::vector<std::int32_t>& epoch = secrets.order.emplace_back(n);
        for (std::size_t i = 0; i < n; ++i) {
          std::uint32_t batch = 0;
          for (std::size_t k = 0; k < bytes_of_batch; ++k) {
            batch |= static_cast<std::uint32_t>(bytes[(e * n + i) * bytes_of_batch + k]) << (bits * k);
          }
          epoch[i] = static_cast<std::int32_t>(batch);
        }
      }
      break;
    }
  }
  return secrets;
}

IterateMatrix read_rows_of_numbers(const Request& model, const char* key, ThetaShape shape, Eigen::Index most_numbers) {
  const Request nested(model.required(key), model.place(key));
  nested.allow_only({"count", "encoding", "data", "shape"});
  if (const json* const given = nested.find("shape")) {
    const auto length = [&](const json& number) {
      const double value = number.is_number() ? number.get<double>() : 0;
      return value >= 1 && value <= static_cast<double>(most_numbers) && value == std::floor(value)
                 ? static_cast<Eigen::Index>(value)
                 : 0;
    };
    if (!given->is_array() || given->size() != 2 || length((*given)[0]) == 0 || length((*given)[1]) == 0) {
      nested.refuse("shape", "wrong-type", "must be the shape of one step: two whole numbers, classes and coordinates");
    }
    require_classes_first(model, key, length((*given)[0]), length((*given)[1]), shape);
  }
  if (nested.optional_text("encoding").value_or("") != "base64-f64le") {
    nested.refuse("encoding", "unknown-name", "must be \"base64-f64le\"");
  }
  const int most = static_cast<int>(most_numbers / shape.length());
  IterateMatrix rows(nested.integer("count", 1, most), shape.length());
  read_matrix(nested, "data", rows);
  return rows;
}

}  // namespace expost::operations
