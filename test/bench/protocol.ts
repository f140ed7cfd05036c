import * as z from "zod/mini";

/** Asks the benchmark's Worker to count the costs of a request and to record its queries under this name. */
export const RECORD_HEADER = "x-bench-record";
/** The costs of the request, as JSON. */
export const COSTS_HEADER = "x-bench-costs";

export const costsSchema = z.object({
  roundTrips: z.number(),
  rowsRead: z.number(),
  rowsWritten: z.number(),
  bytes: z.number(),
});
export type Costs = z.infer<typeof costsSchema>;
