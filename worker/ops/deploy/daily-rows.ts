import { readFileSync } from "node:fs";
import { isConfirmed } from "#worker/ops/command.ts";
import { readPlan } from "./config.ts";

/** D1's free plan, for all databases of an account (https://developers.cloudflare.com/d1/platform/pricing/). */
const FREE_ROWS_A_DAY = 100_000;

export const SPENDING_FLAGS = {
  /** The first request to write more than half of a day on the free plan; the second is an answer, or `--yes`. */
  "over-half": { type: "boolean" },
  yes: { type: "boolean" },
} as const;
export const SPENDING_USAGE = "[--over-half [--yes]]";

/** `isAbout`: the number is an estimate. */
export function rowsInWords(rows: number, { isAbout = false } = {}): string {
  const share = Math.ceil((100 * rows) / FREE_ROWS_A_DAY).toLocaleString("en");
  return `This writes ${isAbout ? "about " : ""}${rows.toLocaleString("en")} rows at Cloudflare, entries of indexes included: ${share} % of what D1's free plan writes in a day for all databases of an account.`;
}

type Spending = {
  rows: number;
  /** The configuration with PLAN. */
  config: string | undefined;
  flags: { "over-half"?: boolean | undefined };
  /** How to do without, after the refusal. */
  instead: string;
};

/** Throws when a command would write more than half of a day's rows on the free plan, unless it has `--over-half`. */
export function checkRows({ rows, config = "wrangler.jsonc", flags, instead }: Spending) {
  if (isWithinHalf(rows, config) || flags["over-half"]) return;
  throw new Error(
    `On the free plan, Muster does not write more than half of a day's rows without being asked twice: when they are used up, every Muster of the account is read-only until 00:00 UTC. Nothing was written. To go back to an earlier state of a database, D1's time travel imports nothing: npx wrangler d1 time-travel restore DB --timestamp=<time>, for the last 7 days (paid plan: 30). ${instead} To do it all the same, add --over-half and confirm it, or add --over-half --yes.`,
  );
}

/** Says what an import writes; throws unless it may be written, and was confirmed if it is more than half of a day. */
export async function spendRows(
  spending: Spending & { flags: { yes?: boolean | undefined } },
  word: string,
) {
  const { rows, config = "wrangler.jsonc", flags } = spending;
  console.log(rowsInWords(rows));
  checkRows(spending);
  if (isWithinHalf(rows, config) || (await isConfirmed(word, { yes: flags.yes === true }))) return;
  throw new Error("It was not confirmed. Nothing was written.");
}

function isWithinHalf(rows: number, config: string): boolean {
  return rows <= FREE_ROWS_A_DAY / 2 || readPlan(readFileSync(config, "utf8")) === "paid";
}
