import { and, desc, eq, gt } from "drizzle-orm";
import { HOUR_MS } from "#shared/time.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import type { LinkedPilot } from "#test/support/people/pilot-builder.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { say } from "./scene.ts";
import type { Scene } from "./scene.ts";

/** After it every section is due again, at the same time of day. */
const TWO_DAYS = 48 * 60 * 60;

/** Jita and Amarr: without a change EVE answers 304 without a body, which cannot be malformed. */
const SYSTEMS = [30_000_142, 30_002_187];

type SetUp = (muster: Muster, drive: Driver) => Promise<Omit<Scene, "muster" | "drive">>;

async function refreshed({ api, pilot }: LinkedPilot): Promise<string> {
  const response = await api.characters[":id"].refresh.$post({ param: { id: String(pilot.id) } });
  if (!response.ok) return say(response);
  const { success, sections } = await response.json();
  const errors = Object.values(sections).flatMap((section) => section?.error ?? []);
  return [response.status, success, ...new Set(errors)].join(" ");
}

/** The sheet without its dates. */
async function sheetOf(linked: LinkedPilot) {
  const { public: open, private: own } = await linked.detail();
  return { open, own: { ...own, tokenState: undefined } };
}

/** Of a run that has just begun; `failed` if none has. */
export async function outcomeOf({ context: { db } }: Muster, job: string): Promise<string> {
  const isNew = gt(jobRuns.startedAt, new Date(Date.now() - HOUR_MS));
  const newest = desc(jobRuns.startedAt);
  const [run] = await db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.job, job), isNew))
    .orderBy(newest)
    .limit(1);
  return run?.rows === null || run === undefined ? "failed" : "ok";
}

export const CHARACTER_FLOWS = {
  async "a pilot refreshes the own sheet"(muster, drive) {
    // In a corporation that does not change, with no level to finish.
    const linked = await linkPilot(muster, { queue: "empty" });
    const again = () => refreshed(linked);
    let moves = 0;
    return {
      again,
      shown: () => sheetOf(linked),
      async act() {
        const systemId = SYSTEMS[++moves % 2] ?? 0;
        await linked.newEden.setSheet(linked.pilot.id, { whereabouts: { systemId } });
        await drive.advance(TWO_DAYS);
        return again();
      },
    };
  },

  async "a sheet has a name that nobody knows yet"(muster, drive) {
    const linked = await linkPilot(muster);
    const { newEden, pilot } = linked;
    async function again() {
      await refreshed(linked);
      const { corporationName } = (await linked.detail()).public.info;
      return corporationName === null ? "200 nameless" : "200 named";
    }
    return {
      again,
      async act() {
        const { id } = await newEden.createCorporation();
        await newEden.leaveCorporation(pilot.id, id);
        await drive.advance(TWO_DAYS);
        return again();
      },
    };
  },

  async "somebody looks at a stranger"(muster) {
    const viewer = await buildUser(muster);
    const { createPilot } = newEdenControl(muster.newEdenBase);
    let id = 0;
    const again = async () =>
      say(await viewer.api.characters[":id"].$get({ param: { id: String(id) } }));
    return {
      again,
      async act() {
        ({ id } = await createPilot());
        return again();
      },
    };
  },

  async "somebody looks at a sheet that is old"(muster, drive) {
    const linked = await linkPilot(muster, { queue: "empty" });
    await refreshed(linked);
    const viewer = await buildUser(muster);
    const param = { id: String(linked.pilot.id) };
    return {
      shown: () => sheetOf(linked),
      async act() {
        await drive.advance(TWO_DAYS);
        return say(await viewer.api.characters[":id"].$get({ param }));
      },
    };
  },

  async "the cron asks for affiliations"(muster, drive) {
    await linkPilot(muster);
    return {
      async act() {
        await drive.advance(TWO_DAYS);
        // Use every session, so that housekeeping ends none.
        await muster.env.DB.prepare("update sessions set expires_at = ?")
          .bind(Date.now() + TWO_DAYS * 1000)
          .run();
        await drive.cron("hourly");
        return outcomeOf(muster, "affiliations");
      },
    };
  },

  async "the cron asks for prices"(muster, drive) {
    return {
      async act() {
        await drive.advance(TWO_DAYS);
        await drive.cron("daily");
        return outcomeOf(muster, "market-prices");
      },
    };
  },
} satisfies Record<string, SetUp>;
