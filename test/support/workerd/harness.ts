import { env } from "cloudflare:workers";
import { hc } from "hono/client";
import { assert, vi } from "vitest";
import { newEdenUrls } from "#test/new-eden/local-vars.ts";
import type { Api } from "#worker/app/app.ts";
import { readConfig } from "#worker/ground/config.ts";
import type { Context } from "#worker/env.ts";
import { countingDatabase } from "./counting-database.ts";
import { openTestDatabase } from "./test-database.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { openTestQueue } from "./test-queue.ts";
import { UNLIMITED } from "./unlimited.ts";
import { fetchIn } from "./fetch-in.ts";

const ORIGIN = "https://muster.test";

export type Muster = Awaited<ReturnType<typeof startMuster>>;

/** What builders need: the benchmark of processor time has these of a Muster in another process. */
export type Community = Pick<Muster, "context" | "client" | "newEdenBase" | "send">;

const worlds: NewEden[] = [];

/** Asserts that every request to ESI matched CCP's document, also those that were retried. */
export async function assertNoViolations() {
  const violations = await Promise.all(worlds.splice(0).map((newEden) => newEden.violations()));
  assert.deepEqual(violations.flat(), []);
}

/**
 * A Muster with its own world of New Eden. The database is shared by the tests of
 * a file. `costs` counts the D1 round trips and rows since the last `costs.reset()`.
 */
export async function startMuster(vars: Partial<Env> = {}) {
  const newEdenBase = `https://new-eden.test/${crypto.randomUUID()}`;
  const { db: countedDb, costs } = countingDatabase(env.DB);
  const queue = openTestQueue();
  const testEnv: Env = {
    ...env,
    DB: countedDb,
    FETCH_QUEUE: queue.binding,
    WORK_QUEUE: queue.binding,
    // Tests of the limits pass the real limiters.
    ...UNLIMITED,
    ...newEdenUrls(newEdenBase),
    ...vars,
  };
  const newEden = newEdenControl(newEdenBase);
  worlds.push(newEden);

  /** Sends a request to the Worker. */
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetchIn(testEnv, new Request(new URL(path, ORIGIN), init));
  }

  /** The SPA's typed client with a session token, in a browser that has this proof cookie. */
  function client(sessionToken?: string, proof?: string) {
    return hc<Api>(ORIGIN, {
      fetch: (input: string | URL | Request, init?: RequestInit) =>
        send(input instanceof Request ? input.url : input.toString(), init),
      headers: {
        ...(sessionToken && { authorization: `Bearer ${sessionToken}` }),
        ...(proof && { cookie: proofCookie(proof) }),
      },
    }).api;
  }

  const context = {
    db: openTestDatabase(testEnv.DB),
    config: await readConfig(testEnv),
    queue: testEnv.FETCH_QUEUE,
    requestId: "test",
  } satisfies Context;

  /** Runs a function this many seconds later for the Worker and New Eden; then the clocks go back. */
  async function later<Value>(seconds: number, act: () => Promise<Value>): Promise<Value> {
    await newEden.advanceClock(seconds);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
    try {
      return await act();
    } finally {
      vi.useRealTimers();
      await newEden.advanceClock(-seconds);
    }
  }

  return { env: testEnv, context, costs, queue, newEdenBase, send, client, later };
}
