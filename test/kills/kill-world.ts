import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildModule } from "#test/bench/build.ts";
import { openBench } from "#test/bench/cpu/community.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import { openQueue } from "./queue.ts";

const USERS = 150;
const HOLDINGS = {
  strangers: 50,
  assets: 2_500,
  structures: 3,
  orders: 40,
  contracts: 60,
  killmails: 60,
  journal: 200,
};
const NEW_KEY = "YW5vdGhlci1rZXktb2YtdGhpcnR5LXR3by1ieXRlcyE=";
/** More than any job takes: a job that repeats for ever fails the test. */
const MAX_DELIVERIES = 150;

/** Kills the process in this delivery, as soon as it has used so many milliseconds of processor time. */
export type Kill = { delivery: number; atMs: number };

export type KillWorld = Awaited<ReturnType<typeof openKillWorld>>;

/** The built Worker in a process that can be killed, with D1, New Eden and the queue in others. */
export async function openKillWorld() {
  const scratch = mkdtempSync(join(tmpdir(), "muster-kills-"));
  const entry = await buildModule("test/kills/worker.ts", scratch, "kills.js", { isWhole: true });
  const d1 = await buildModule("test/bench/cpu/d1-worker.ts", scratch, "d1.js");
  const queue = await openQueue();
  const more = {
    QUEUE_URL: queue.url,
    // Tokens and codes are under the previous key.
    TOKEN_ENCRYPTION_KEY: NEW_KEY,
    TOKEN_ENCRYPTION_KEY_PREVIOUS: localVars(0).TOKEN_ENCRYPTION_KEY,
  };
  // The queue is a server of its own.
  const size = { users: USERS, corporations: 1, holdings: HOLDINGS, more, hasNetwork: true };
  const bench = await openBench(size, scratch, { product: [entry], d1 });
  const { product, execute } = bench;

  /** Leases of killed invocations end, and EVE's limits with them. */
  async function letTimePass() {
    await execute("update refresh_leases set expires_at = 0");
    await execute("update eve_tokens set refresh_lease_until = null");
    await execute("update corporation_runs set lease_until = 0 where lease_until is not null");
    await execute("delete from esi_limits");
    bench.newEden.forget();
  }

  /** Delivers a message to one invocation. Returns the processor time that it took, or that it was killed. */
  async function deliver(message: JobMessage, killAtMs = Infinity) {
    const before = product.cpu().main;
    const used = () => product.cpu().main - before;
    const init = { method: "POST", body: JSON.stringify(message) };
    const delivered = fetch(new URL("/deliver", product.url), init).then(
      (response) => response.text(),
      () => "killed",
    );
    for (;;) {
      const next = new Promise((resolve) => setImmediate(resolve));
      const outcome = await Promise.race([delivered, next]);
      if (typeof outcome === "string") return { outcome, cpuMs: used() };
      if (used() < killAtMs) continue;
      await product.killAndRestart();
      await delivered;
      return { outcome: "killed", cpuMs: killAtMs };
    }
  }

  /**
   * Delivers a message, and all that follow from it, as the queue does: what is not acknowledged is delivered again. Returns
   * the processor time of each delivery and whether the kill happened.
   */
  async function runJob(message: JobMessage, kill?: Kill) {
    const costs: number[] = [];
    let isKilled = false;
    queue.waiting.splice(0, Infinity, message);
    for (let next = queue.waiting.shift(); next !== undefined; next = queue.waiting.shift()) {
      if (costs.length > MAX_DELIVERIES) throw new Error(`${message.kind} does not end.`);
      const isLast = kill?.delivery === costs.length && !isKilled;
      const { outcome, cpuMs } = await deliver(next, isLast ? kill.atMs : Infinity);
      costs.push(cpuMs);
      if (outcome === "ack") continue;
      if (outcome === "killed") isKilled = true;
      await letTimePass();
      queue.waiting.push(next);
    }
    return { costs, isKilled };
  }

  return {
    ...bench,
    runJob,
    letTimePass,
    async recover() {
      await letTimePass();
      await fetch(new URL("/cron?cron=*+*+*+*+*", product.url));
      const [first, ...others] = queue.waiting.splice(0);
      if (first === undefined) return;
      await runJob(first);
      for (const message of others) await runJob(message);
    },
    async stop() {
      await bench.stop();
      queue.stop();
      rmSync(scratch, { recursive: true });
    },
  };
}
