// How many made-up inputs a property is tried with. fast-check prints the seed of a failure.
export const runs = { numRuns: process.env.EXPOST_DEEP ? 100_000 : 1_000 };
