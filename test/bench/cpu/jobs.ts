import * as z from "zod/mini";
import { localVars } from "#test/new-eden/local-vars.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { EVERY_MINUTE, SCHEDULES } from "#worker/work/crons.ts";
import { CAST } from "#test/bench/cast.ts";
import type { Bench } from "./community.ts";
import { openMeter } from "./meter.ts";
import type { Meter } from "./meter.ts";

const messageSchema = z.object({
  kind: z.string(),
  name: z.optional(z.string()),
  runId: z.optional(z.string()),
});

const ASSETS = 25_000;
const NEW_KEY = "YW5vdGhlci1rZXktb2YtdGhpcnR5LXR3by1ieXRlcyE=";

/** Delivers messages, and those that their invocations send, until the queue is empty. `without`: a kind that is measured elsewhere. */
async function drain(
  { read }: Bench,
  meter: Meter,
  messages: { body: unknown }[],
  { suffix = "", without = "" } = {},
) {
  const waiting = [...messages];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { kind, name, runId } = z.parse(messageSchema, next.body);
    if (kind === without) continue;
    const [run] =
      runId === undefined
        ? []
        : await read<{ category: string }>(
            "select category from corporation_runs where id = ?",
            runId,
          );
    const label = [kind, name, run?.category].filter((part) => part !== undefined).join(" ");
    const delivered = await meter.deliver(`queue: ${label}${suffix}`, [next.body]);
    if (delivered.body === "failed") throw new Error(`${label} was not processed.`);
    if (delivered.body === "again") waiting.push(next);
    waiting.push(...delivered.messages);
  }
}

/** The cron of every minute, and every schedule with the jobs that it starts. */
export async function measureCrons(bench: Bench, meter: Meter, rounds: number) {
  // The writes may have activated corporations of the crowd, whose directors have no grants.
  await bench.execute(
    "update corporations set is_active = id in (select value from json_each(?))",
    JSON.stringify(bench.corporations),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const expression of [...Object.keys(SCHEDULES), EVERY_MINUTE]) {
      bench.newEden.forget();
      bench.newEden.nextDay();
      await bench.execute("delete from esi_limits");
      await bench.execute(
        "update corporation_directors set roles_expire_at = 0, roles_etag = null",
      );
      await bench.execute(
        "update eve_tokens set access_expires_at = 0 where access_expires_at > 0",
      );
      const { messages } = await meter.cron(expression);
      await drain(bench, meter, messages, { without: "fetch" });
      await bench.execute("delete from corporation_runs");
    }
  }
}

/** The fetches of a corporation's data: all of it new, then all of it unchanged. */
export async function measureFetches(bench: Bench, meter: Meter, rounds: number) {
  const [corporation] = bench.corporations;
  for (let round = 0; round < rounds; round += 1) {
    for (const table of ["pages", "journal", "contracts", "killmails"])
      await bench.execute(`delete from corporation_${table} where corporation_id = ?`, corporation);
    for (const suffix of [" (all new)", " (unchanged)"]) {
      await bench.execute("delete from corporation_runs");
      await bench.execute("delete from esi_limits");
      bench.newEden.world.esi.spent.clear();
      const { messages } = await meter.invoke(
        "POST /corporations/:id/fetch (all)",
        `/api/corporations/${corporation}/fetch`,
        {
          method: "POST",
          headers: {
            authorization: `Bearer ${CAST.admin.token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ category: "all" }),
        },
      );
      await drain(bench, meter, messages, { suffix });
    }
  }
}

/** A pilot with 25,000 assets refreshes the whole sheet, in as many requests as it takes. */
export async function measureSheets(bench: Bench, meter: Meter, rounds: number) {
  const { pilot, user, newEden } = await linkPilot(bench.muster);
  await newEden.setSheet(pilot.id, { assetCount: ASSETS });
  const headers = { authorization: `Bearer ${user.sessionToken}` };
  for (let round = 0; round < rounds; round += 1) {
    await newEden.setSheet(pilot.id, { touchAssets: true });
    await bench.execute(
      "update character_sections set etag = null where character_id = ?",
      pilot.id,
    );
    for (const [kind, expired] of [
      ["all new", true],
      ["unchanged", false],
    ] as const) {
      bench.newEden.world.esi.spent.clear();
      await bench.execute("delete from esi_limits");
      await bench.execute("delete from character_checks where character_id = ?", pilot.id);
      if (expired)
        await bench.execute(
          "update eve_tokens set access_expires_at = 0 where character_id = ?",
          pilot.id,
        );
      for (let isOpen = true, slice = 1; isOpen; slice += 1) {
        const nth = slice === 1 ? "first slice" : "next slices";
        const { body } = await meter.invoke(
          `POST /characters/:id/refresh (25,000 assets, ${kind}, ${nth})`,
          `/api/characters/${pilot.id}/refresh`,
          { method: "POST", headers },
        );
        isOpen = body.includes('"hasMore":true');
      }
    }
  }
}

/** Tokens and codes that a previous key has encrypted. */
export async function measureKeyRotation(bench: Bench, { samples }: Meter, rounds: number) {
  const product = await bench.start({
    TOKEN_ENCRYPTION_KEY: NEW_KEY,
    TOKEN_ENCRYPTION_KEY_PREVIOUS: localVars(0).TOKEN_ENCRYPTION_KEY,
  });
  const meter = openMeter(product, bench.databaseUrl, bench.newEden);
  for (let round = 0; round < rounds; round += 1) {
    const body = { kind: "job", name: "encryption-keys" };
    await drain(bench, meter, [{ body }], { suffix: " (rotation)" });
  }
  await product.stop();
  for (const [name, measured] of meter.samples) samples.set(name, measured);
}

/** A deleted player with 2,000 events in the log and 24 grants to revoke. */
export async function measureErasure(bench: Bench, meter: Meter, rounds: number) {
  const { keyring } = bench.muster.context.config;
  for (let round = 0; round < rounds; round += 1) {
    const user = `leaver${round}`;
    await bench.execute(
      `insert into audit_events (id, log, kind, actor_kind, group_id, group_name, actor_id, subject_id, detail, request_id, created_at)
        with recursive n(i) as (select 0 union all select i + 1 from n where i < 1999)
        select '3' || ?1 || '-' || i, 'groups', 'member_joined', 'user', 'g1', 'Wing', ?1, ?1, '{}', 'fill', i from n`,
      user,
    );
    await bench.execute(
      "insert into log_rewrites (user_id, into_id, pseudonym) values (?1, ?2, 'Former')",
      user,
      `into${round}`,
    );
    for (let nth = 0; nth < 24; nth += 1) {
      const id = `${5_000_000 + nth}:${round}`;
      await bench.execute(
        "insert into token_revocations (id, provider, refresh_token, attempts, due_at) values (?, 'eve', ?, 0, 0)",
        id,
        await encrypt(keyring, "a-token-of-eve-sso", String(5_000_000 + nth)),
      );
    }
    const body = { kind: "job", name: "account-erasure" };
    await drain(bench, meter, [{ body }], { suffix: " (2,000 events)" });
  }
}

export async function measureOtherMessages(bench: Bench, meter: Meter, rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    for (const table of ["audit_seals", "audit_digests"])
      await bench.execute(`delete from ${table}`);
    await meter.deliver("queue: job audit-seal (a backlog)", [{ kind: "job", name: "audit-seal" }]);
    await meter.deliver(
      "queue: dead letters",
      Array.from({ length: 10 }, () => ({ kind: "fetch", runId: "gone" })),
      "muster-fetch-dead",
    );
    const write = { sql: "update users set created_at = created_at where id = ?", params: ["u1"] };
    await meter.deliver("queue: deferred-write", [{ kind: "deferred-write", ...write }]);
  }
}
