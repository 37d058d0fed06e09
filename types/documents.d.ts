// The documents of the project as the programs around the core read them: of reports and studies
// as much as is read there. The core checks the rest, and everything.

export interface GuaranteeDocument {
  epsilon: number;
  delta: number;
  accountant?: string;
}

/** How a model was made private. Keys that begin with "x-" are not part of the format. */
export interface MechanismDocument {
  name: string;
  noise?: string;
  /** Absent of noisy gradient descent. */
  lambda?: number;
  sigma?: number;
  eta?: number;
  gamma?: number;
  "x-residual"?: number;
  "x-rounding"?: number;
  "x-noise"?: string;
  /** The grid that noisy gradient descent has its noisy sums on. */
  "x-grid"?: number;
  /** Noisy gradient descent has these: docs/noisy-gradient-descent.md, section 10. */
  clip?: number;
  steps?: number;
  stoppedAfter?: number;
  sampling?: { kind: string; rate?: number; batches?: number };
  update?: { rate?: number | number[]; momentum?: number; ridge?: number; divisor?: number; rule?: string; words?: string };
  final?: string;
}

/** A quantity that was released with the model. */
export interface ReleaseDocument {
  sigma: number;
  "x-grid"?: number;
}

/** Iterates of noisy gradient descent before its steps: `count` × D doubles in base64. */
export interface IteratesDocument {
  count: number;
  every?: number;
  distances?: number[] | { encoding: "base64-f64le"; data: string };
  encoding: "base64-f64le";
  data: string;
}

/** A report: docs/report-format.md. */
export interface ReportDocument {
  format: "expost-report";
  title: string;
  published: string;
  features?: { name: string }[];
  scaling?: { range?: [number, number]; norm?: number };
  model: { loss: { name: string; width?: number; classes?: number }; theta: number[]; mechanism: MechanismDocument };
  release?: {
    gradient?: ReleaseDocument;
    hessian?: ReleaseDocument;
    smallestEigenvalue?: ReleaseDocument;
    iterates?: IteratesDocument;
  };
  guarantee?: GuaranteeDocument;
  person?: { rows: number; epsilon: number; delta: number };
  "x-insecure-seed"?: unknown;
}

/** Shares of ε by what is published. */
export type Shares = Partial<Record<"model" | "gradient" | "hessian" | "smallestEigenvalue", number>>;

/** A study: docs/study.md. */
export interface StudyDocument {
  title?: string;
  unit?: string;
  features?: { name: string; kind?: string; minimum?: number; maximum?: number }[];
  scaling?: { range?: [number, number]; norm?: number };
  label: { name: string; kind?: string; unit?: string; negative?: string; positive?: string };
  mechanism?: { name?: string; noise?: string; loss?: { name: string }; lambda?: number | null; scales?: object };
  person?: { column: string; rows: number };
  budget?: { epsilon?: number | null; delta?: number | null; release?: string; shares?: Shares };
}
