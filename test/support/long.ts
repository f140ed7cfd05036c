/**
 * True in `npm run test:long`: the files `*.long.test.ts` and `*.long.spec.ts` run too, and every property and walk takes all of its
 * cases. Any other run takes the same small number of them each time. The processes of a run inherit it.
 */
export const IS_LONG =
  (process.env["MUSTER_LONG"] ??= process.argv.includes("--long") ? "1" : "0") === "1";

/** Of properties: `MUSTER_SEED=17 npm test` has other cases. */
export const SEED = Number((process.env["MUSTER_SEED"] ??= "1"));
