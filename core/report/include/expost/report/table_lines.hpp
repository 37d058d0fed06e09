// A table as one text, the same whatever kind of file or frame holds it.
#pragma once

#include <string>

#include "expost/report/columns.hpp"

namespace expost::report {

/// Returns a line for each row: its values as a JSON array of texts, and a line feed. Numbers and
/// booleans are written as JavaScript writes them, blanks are empty texts, and white space at both
/// ends of texts is left out. The command line makes the same lines of the rows that it reads
/// (cli/ledger/table-hash.js), and ledgers know a table by the hash of its lines.
[[nodiscard]] std::string table_lines(const Columns& columns);

}  // namespace expost::report
