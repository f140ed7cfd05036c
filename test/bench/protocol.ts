/** Asks the bench's Worker to count what a request costs, and to remember it under this name. */
export const RECORD_HEADER = "x-bench-record";
/** Tells what it cost, as JSON. */
export const COSTS_HEADER = "x-bench-costs";

export type Costs = { roundTrips: number; rowsRead: number; rowsWritten: number; bytes: number };
