/** The code of the refusal of a Parquet file where what reads it is not there. */
export const NO_READER = "no-parquet-reader";
