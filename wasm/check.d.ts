/**
 * The person's side of Expost: a record, a report and what it says. A third of what "expost"
 * weighs.
 */
import type { BoundOptions, LoadOptions, PartlyKnownRecord, Report as WholeReport, SeriesBound } from "./index.js";

export { ExpostError, ReportError, formatVersion, limits, posterior, readRecords, version } from "./index.js";
export type {
  Adjustment,
  Bound,
  BoundOptions,
  CodedRecord,
  Feature,
  Interval,
  Label,
  LoadOptions,
  Mechanism,
  Membership,
  Method,
  PartlyKnownRecord,
  RawRecord,
  RawValue,
  DocumentError,
  ReleaseCost,
  ReportSummary,
  SeriesBound,
  Terms,
  UnknownValue,
} from "./index.js";

/** A loaded report; for many rows at once there is "expost". */
export interface Report extends Omit<WholeReport, "boundRows" | "predictRows" | "scoreRows" | "coefficients"> {}

/** One bound for several publications, as the function of "expost" gives it. */
export function boundSeries(
  reports: Report[],
  record: PartlyKnownRecord | PartlyKnownRecord[],
  options?: BoundOptions,
): SeriesBound;

/** Reads and prepares a report, as the function of "expost" does. */
export function loadReport(report: string | object, options?: LoadOptions): Promise<Report>;
