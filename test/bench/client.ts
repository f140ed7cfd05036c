import type { D1Database } from "@cloudflare/workers-types";
import { hc } from "hono/client";
import type { Community } from "#test/support/workerd/harness.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import type { TestDatabase } from "#test/support/workerd/test-database.ts";
import { openTestQueue } from "#test/support/workerd/test-queue.ts";
import type { Api } from "#worker/app/app.ts";
import type { Config } from "#worker/ground/config.ts";

type Place = { url: URL; database: D1Database; config: Config; newEdenBase: string };

/** What builders need, of a Muster in another process. */
export function openClient({ url, database, config, newEdenBase }: Place): Community {
  return {
    newEdenBase,
    send: (path, init) => fetch(new URL(path, url), init),
    client: (sessionToken, proof) =>
      hc<Api>(url.origin, {
        headers: {
          ...(sessionToken && { authorization: `Bearer ${sessionToken}` }),
          ...(proof && { cookie: proofCookie(proof) }),
        },
      }).api,
    context: {
      db: withRetry(openTestDatabase(database)),
      config,
      queue: openTestQueue().binding,
      requestId: "bench",
    },
  };
}

/** Miniflare may close the idle connection of the proxy on which a batch is about to be sent. */
function withRetry(db: TestDatabase): TestDatabase {
  const { send } = db;
  return Object.assign(db, {
    send: (...batch: Parameters<typeof send>) =>
      send(...batch).catch((error: unknown) => {
        if (error instanceof TypeError) return send(...batch);
        throw error;
      }),
  });
}
