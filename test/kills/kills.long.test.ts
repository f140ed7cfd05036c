// Chance: processes are killed at random moments. job-kills.test.ts ends every job after each of its calls.
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobsToKill } from "#test/support/kills/killed-jobs.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import type { LinkedPilot } from "#test/support/people/pilot-builder.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { openKillWorld } from "./kill-world.ts";
import type { KillWorld } from "./kill-world.ts";

// Cloudflare ends an invocation that exceeds its processor time wherever it is: here the process is killed.

const KILLS = 3;
/** A moment after the end kills nothing: others are tried, as many as this, until one does. */
const MOST_TRIES = 15;

let world: KillWorld;
let linked: LinkedPilot;
beforeAll(async () => {
  world = await openKillWorld();
  linked = await linkPilot(world.muster);
  await linked.newEden.setSheet(linked.pilot.id, { assetCount: 2_500 });
});
afterAll(() => world.stop());

const execute = (query: string) => world.execute(query);
const read = (query: string) => world.read(query);

const COUNTS = ["journal", "contracts", "killmails"].map(
  (table) => `(select count(*) from corporation_${table}) as ${table}`,
);

const jobs = {
  ...jobsToKill({ execute, read, linked: () => linked, recover: () => world.recover() }),
  "corporation data": {
    message: () => ({ kind: "job", name: "corporation-fetches" }) as const,
    reset: async () => {
      for (const table of ["runs", "pages", "journal", "contracts", "killmails"])
        await execute(`delete from corporation_${table}`);
      await execute("update corporations set journal_count = 0");
    },
    state: async () => {
      // Killed between the start of a run and its message, which the cron of every minute sends again.
      await world.recover();
      return [
        await read(`select source, page, is_staged, data from corporation_pages order by 1, 2, 3`),
        await read(`select ${COUNTS.join(", ")}, journal_count from corporations where is_active`),
      ];
    },
  },
  "encryption-keys": {
    message: () => ({ kind: "job", name: "encryption-keys" }) as const,
    reset: encryptWithPreviousKey,
    state: () =>
      read(
        "select substr(refresh_token, 1, 8) as key, count(*) as tokens from eve_tokens group by key",
      ),
  },
  "account-erasure": {
    message: () => ({ kind: "job", name: "account-erasure" }) as const,
    reset: deleteAccount,
    state: async () => [
      await read("select count(*) as events from audit_events where actor_id = 'into'"),
      await read("select count(*) as events from audit_events where actor_id = 'leaver'"),
      await read(
        "select (select count(*) from log_rewrites) + (select count(*) from token_revocations) as left",
      ),
    ],
  },
};

for (const name of keysOf(jobs)) {
  test(`${name}: a job whose process is killed at a random moment, and that is delivered again, ends like one that lives`, async () => {
    const { message, reset, state } = jobs[name];
    const run = async (kill?: { delivery: number; atMs: number }) => {
      await world.letTimePass();
      await reset();
      return { ...(await world.runJob(message(), kill)), state: await state() };
    };
    // The first run of an isolate takes longer, like each that follows a kill.
    await run();
    const undisturbed = await run();
    let kills = 0;
    for (let nth = 0; nth < KILLS || (kills === 0 && nth < MOST_TRIES); nth += 1) {
      const delivery = Math.floor(Math.random() * undisturbed.costs.length);
      const atMs = Math.random() * (undisturbed.costs[delivery] ?? 0);
      const killed = await run({ delivery, atMs });
      expect({ delivery, atMs, state: killed.state }).toEqual({
        delivery,
        atMs,
        state: undisturbed.state,
      });
      if (killed.isKilled) kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
  });
}

async function encryptWithPreviousKey() {
  const { keyring } = world.muster.context.config;
  const previous = [...keyring.all.values()].find(({ id }) => id !== keyring.current.id);
  if (previous === undefined) throw new Error("There is a previous key.");
  const tokens = await world.read<{ id: number }>("select character_id as id from eve_tokens");
  const ring = { ...keyring, current: previous };
  const rewritten = await Promise.all(
    tokens.map(async ({ id }) => ({ id, token: await encrypt(ring, "a-token", String(id)) })),
  );
  await world.execute(
    `update eve_tokens set refresh_token = value ->> 'token', access_token = value ->> 'token'
      from json_each(?) where character_id = value ->> 'id'`,
    JSON.stringify(rewritten),
  );
}

/** A user with 700 events in the log and 10 grants to revoke has deleted the account. */
async function deleteAccount() {
  const { keyring } = world.muster.context.config;
  await execute("delete from audit_events where actor_id in ('leaver', 'into')");
  await execute("delete from log_rewrites");
  await execute(
    `insert into audit_events (id, log, kind, actor_kind, group_id, group_name, actor_id, subject_id, detail, request_id, created_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 699)
      select '3leaver' || i, 'groups', 'member_joined', 'user', 'g1', 'Wing', 'leaver', 'leaver', '{}', 'fill', i from n`,
  );
  await execute(
    "insert into log_rewrites (user_id, into_id, pseudonym) values ('leaver', 'into', 'Former')",
  );
  for (let nth = 0; nth < 10; nth += 1) {
    const id = 5_900_000 + nth;
    await world.execute(
      "insert into token_revocations (id, provider, refresh_token, attempts, due_at) values (?, 'eve', ?, 0, 0)",
      `${id}:0`,
      await encrypt(keyring, "a-token-of-eve-sso", String(id)),
    );
  }
}
