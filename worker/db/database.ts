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
  /** Until when D1 refuses writes, in milliseconds; undefined if this isolate knows of no refusal. */
  readOnlyUntil: () => number | undefined;
};

export type Binding = Pick<D1Database, "prepare" | "batch">;

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
      if (results.some(({ meta }) => meta.rows_written > 0)) readOnly.delete(binding);
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

  return { send, usePrimary: () => false, roundTrips: () => roundTrips, readOnlyUntil };
}
