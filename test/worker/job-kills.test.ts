import { afterAll, beforeAll, expect, test } from "vitest";
import { keysOf } from "#test/support/answers/records.ts";
import { deployedKey } from "#test/support/applications/deployed-key.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { applicationsToKill } from "#test/support/kills/killed-applications.ts";
import { evaluationToKill } from "#test/support/kills/killed-evaluation.ts";
import { jobsToKill } from "#test/support/kills/killed-jobs.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { killedCalls } from "#test/support/workerd/share.ts";
import { CRON_JOBS } from "#worker/app/cron-jobs.ts";
import { REGISTRY } from "#worker/app/registry.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import type { JobName } from "#worker/work/crons.ts";

// test/kills ends the process while it computes.

/** The crash tests of the other kinds of work. */
const ELSEWHERE: Partial<Record<JobMessage["kind"], string>> = {
  fetch: "corporations-kills",
  // The cron's job checks the first directors, and these the others.
  "check-directors": "job-kills",
  notices: "many-notices",
  "fleet-readings": "fleets",
  discord: "discord-kills",
  "discord-posts": "discord-posts",
  "discord-events": "operation-told",
  webhooks: "webhook-answers",
  // One statement.
  "deferred-write": "read-only",
};

const JOBS_ELSEWHERE: Partial<Record<JobName, string>> = {
  "account-erasure": "account-deletion",
  "encryption-keys": "encryption-keys",
};

/** Jobs whose slice is one batch of D1, before which they can die once. */
const ONE_BATCH = new Set(["membership-ends"]);
const LEASE_SECONDS = 4 * 60;
const TWO_HOURS = 2 * 60 * 60;

// The free plan has the smallest slices.
const keys = [await deployedKey(), await deployedKey()];
const world = await startAdministered({
  PLAN: "free",
  SIGNING_KEYS_1: keys.map(({ text }) => text).join(","),
});
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

const database = {
  execute: (query: string) => muster.env.DB.prepare(query).run(),
  read: async (query: string) => (await muster.env.DB.prepare(query).all()).results,
};
const recover = async () => {
  await drive.cron("* * * * *");
  await drive.drain();
};
const JOBS = {
  ...applicationsToKill(muster, { ...database, recover }),
  ...evaluationToKill(database),
  ...jobsToKill({ ...database, linked: () => linked, recover }),
};

test("every kind of work has a crash test", () => {
  const here = Object.values(JOBS).map(({ message }) => message().kind);
  const covered = [...new Set(here), ...Object.keys(ELSEWHERE)];
  expect(covered.toSorted()).toEqual(REGISTRY.map(({ work }) => work.kind).toSorted());
});

test("every job of a cron has a crash test", () => {
  const here = Object.values(JOBS).flatMap(({ message }) => {
    const body = message();
    return body.kind === "job" ? [body.name] : [];
  });
  const covered = new Set([...here, ...keysOf(JOBS_ELSEWHERE)]);
  expect([...covered].toSorted()).toEqual(keysOf(CRON_JOBS).toSorted());
});

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
    const fewestKills = ONE_BATCH.has(name) ? 1 : 2;
    let kills = 0;
    for (const call of killedCalls(fewestKills)) {
      const isAlive = await drive.deliverAndKill(await begin(), call);
      await drive.advance(LEASE_SECONDS);
      await drive.drain();
      expect({ call, state: await job.state() }).toEqual({ call, state: expected });
      if (isAlive) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(fewestKills);
  });
}
