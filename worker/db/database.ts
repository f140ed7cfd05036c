import type { D1Database, D1Result } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";
import { DatabaseInterrupted, interruptionOf } from "./interruption.ts";
import { nextQuotaReset, quotaErrorOf } from "./quota.ts";

/** D1, as `runBatch` uses it. */
export type Database = {
  /**
   * Executes queries as one transaction, in one round trip. Throws `QuotaExceeded` if D1's daily limits forbid it, and
   * `DatabaseInterrupted` after an interruption: only what reads is tried once more.
   */
  send: (queries: readonly Query[]) => Promise<D1Result[]>;
  /** Sends later batches to the primary. False if they went there already. */
  usePrimary: () => boolean;
  /** How many round trips there were: the log tells it of every request. */
  roundTrips: () => number;
  /** What the request has written, and who pays for it. */
  spending: Spending;
  /** Until when D1 refuses writes, in milliseconds; undefined if this isolate knows of no refusal. */
  readOnlyUntil: () => number | undefined;
};

/** What a request spends of the rows that D1 writes on a day (docs/decisions/0119-what-an-act-spends.md). */
export type Spending = {
  /** Rows that D1 has written, as `meta.rows_written` counts them: with index entries, and by triggers. */
  written: number;
  /** Rows that the statements of `countAct` have charged. */
  charged: number;
  /** Rows of one call that an earlier act has paid for. */
  covered: number;
  /** Rows of each thing that the call names. */
  each: number;
  /** The account or application that is charged; undefined if the route charges none. */
  payer?: Payer;
};
/** An account, or an application by its id and its name. */
export type Payer = { userId: string; isAdmin?: boolean; application?: string };

export type Binding = Pick<D1Database, "prepare" | "batch">;

export function nothingSpent(): Spending {
  return { written: 0, charged: 0, covered: 0, each: 0 };
}

/** What this isolate knows of refused writes. */
const readOnly = new WeakMap<Binding, number>();

/** An overloaded database gets time to recover, and a restarting one to start. */
const RETRY_PAUSE_MS = 200;

/**
 * The primary. `begin` gives what a batch is sent to, if that is a session of its own (`replicas.ts`); what fails at a replica is not tried
 * there again.
 */
export function openDatabase(
  binding: Binding,
  begin: () => Binding = () => binding,
  isAtReplica: () => boolean = () => false,
): Database {
  let roundTrips = 0;
  const spending = nothingSpent();

  async function send(queries: readonly Query[]): Promise<D1Result[]> {
    try {
      return await sendOnce(queries);
    } catch (error) {
      if (!(error instanceof DatabaseInterrupted) || error.isWrite || isAtReplica()) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      return sendOnce(queries);
    }
  }

  async function sendOnce(queries: readonly Query[]): Promise<D1Result[]> {
    roundTrips += 1;
    try {
      const target = begin();
      const results = await target.batch(
        queries.map(({ sql, params }) => target.prepare(sql).bind(...params)),
      );
      const written = results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      if (written > 0) readOnly.delete(binding);
      spending.written += written;
      return results;
    } catch (error) {
      const exceeded = quotaErrorOf(error);
      if (exceeded?.rows === "write") readOnly.set(binding, nextQuotaReset(Date.now()));
      throw exceeded ?? interruptionOf(error, queries) ?? error;
    }
  }

  function readOnlyUntil() {
    const until = readOnly.get(binding);
    return until !== undefined && until > Date.now() ? until : undefined;
  }

  return { send, usePrimary: () => false, roundTrips: () => roundTrips, spending, readOnlyUntil };
}
