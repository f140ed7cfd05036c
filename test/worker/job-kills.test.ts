import { afterAll, beforeAll, expect, test } from "vitest";
import { buildManaged, startAdministered } from "#test/support/corporation-builders.ts";
import { linkPilot } from "#test/support/pilot-builder.ts";
import { driveQueue } from "#test/support/queue-driver.ts";
import type { Driver } from "#test/support/queue-driver.ts";
import { keysOf } from "#test/support/records.ts";
import type { JobMessage } from "#worker/job-queue.ts";

// Fetches, key rotation and erasure have such tests of their own. Only calls change what is stored, so an invocation that
// dies while it computes ends like one that dies with its last call.

const LEASE_SECONDS = 4 * 60;
const TWO_HOURS = 2 * 60 * 60;

// The free plan has the smallest slices.
const world = await startAdministered({ PLAN: "free" });
const { muster } = world;
let drive: Driver;
let linked: Awaited<ReturnType<typeof linkPilot>>;
beforeAll(async () => {
  drive = await driveQueue(muster);
  linked = await linkPilot(muster);
  await linked.newEden.setSheet(linked.pilot.id, { assetCount: 2_500 });
  await buildManaged(world, { directors: 3 });
});
afterAll(() => drive.stop());

const execute = (query: string) => muster.env.DB.prepare(query).run();
const read = async (query: string) => (await muster.env.DB.prepare(query).all()).results;

type Job = {
  message: () => JobMessage;
  /** Makes all of the job's work necessary again. */
  reset: () => Promise<unknown>;
  /** The state in which the job leaves the database. */
  state: () => Promise<unknown>;
};

const JOBS: Record<string, Job> = {
  affiliations: {
    message: () => ({ kind: "job", name: "affiliations" }),
    reset: async () => {
      await execute("delete from character_affiliations");
      await execute("delete from names");
    },
    state: () =>
      read(
        `select character_id, corporation_id, alliance_id, name from character_affiliations
          left join names on names.id = corporation_id order by 1`,
      ),
  },
  "market-prices": {
    message: () => ({ kind: "job", name: "market-prices" }),
    reset: () => execute("delete from market_prices"),
    state: () => read("select * from market_prices order by type_id"),
  },
  "health-sample": {
    message: () => ({ kind: "job", name: "health-sample" }),
    reset: () => execute("delete from health_samples"),
    state: () => read("select count(*) as samples from health_samples"),
  },
  housekeeping: {
    message: () => ({ kind: "job", name: "housekeeping" }),
    reset: () =>
      execute(
        `insert into sessions (token_hash, id, user_id, device, created_at, last_seen_at, expires_at)
          select 'old', 'old', id, 'Firefox', 0, 0, 1 from users limit 1`,
      ),
    state: () => read("select count(*) as expired from sessions where expires_at = 1"),
  },
  "director-health": {
    message: () => ({ kind: "job", name: "director-health" }),
    reset: () =>
      execute(
        `update corporation_directors
          set is_healthy = 0, roles = '[]', roles_etag = null, roles_expire_at = null`,
      ),
    state: () =>
      read(
        `select is_healthy, failure_count, problem, roles, attempted_at > 0 as attempted
          from corporation_directors`,
      ),
  },
  "corporation-fetches": {
    message: () => ({ kind: "job", name: "corporation-fetches" }),
    reset: () => execute("delete from corporation_runs"),
    state: async () => {
      // What a killed run leaves without a message, the cron of every minute finds.
      await drive.cron("* * * * *");
      await drive.drain();
      return read(
        `select category, max(finished_at is not null) as finished, max(error) as error
          from corporation_runs group by category order by category`,
      );
    },
  },
  refresh: {
    message: () => ({ kind: "refresh", characterId: linked.pilot.id }),
    reset: async () => {
      for (const table of ["sections", "checks"]) await execute(`delete from character_${table}`);
      await execute("delete from asset_pages");
    },
    state: async () => {
      for (let isOpen = true; isOpen;) {
        const { sections } = await linked.refresh();
        isOpen = sections.assets?.state === "in_progress";
      }
      return read(
        `select section, json_extract(data, '$.assetCount') as assets from character_sections
          where character_id = ${linked.pilot.id} order by section`,
      );
    },
  },
};

for (const name of keysOf(JOBS)) {
  test(`${name}: a job that dies after any of its calls and is delivered again ends like one that lives`, async () => {
    const job = JOBS[name];
    if (job === undefined) throw new Error();
    const begin = async () => {
      await drive.advance(TWO_HOURS);
      await job.reset();
      muster.queue.push(job.message());
      const message = muster.queue.take();
      if (message === undefined) throw new Error("A message waits.");
      return message;
    };
    const undisturbed = await begin();
    await drive.deliver(undisturbed);
    await drive.drain();
    const expected = await job.state();
    expect(expected).not.toEqual([]);
    let kills = 0;
    for (let isAlive = false; !isAlive;) {
      isAlive = await drive.deliverAndKill(await begin(), kills + 1);
      if (!isAlive) kills += 1;
      await drive.advance(LEASE_SECONDS);
      await drive.drain();
      expect({ kills, state: await job.state() }).toEqual({ kills, state: expected });
    }
    expect(kills).toBeGreaterThanOrEqual(2);
  });
}
