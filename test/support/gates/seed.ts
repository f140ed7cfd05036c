/**
 * What takes minutes runs in parts: a run takes one of them, by this number, and `npm run test:long` takes all. Another run takes
 * another part; `MUSTER_SEED=17 npm test` takes the same part again. The processes of a run inherit it.
 */
export const SEED = Number(
  (process.env["MUSTER_SEED"] ??= String(Math.floor(Date.now() / 1000) % 1000)),
);

export const IS_LONG =
  (process.env["MUSTER_LONG"] ??= process.argv.includes("--long") ? "1" : "0") === "1";
