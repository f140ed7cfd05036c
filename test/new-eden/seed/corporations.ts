import { DAY_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { addDirector } from "#worker/corporations/directors/service.ts";
import { requestFetch, runFetch } from "#worker/corporations/fetch/service.ts";
import { addCorporation } from "#worker/corporations/service.ts";
import { verifyAllDirectors, verifyCorporation } from "#worker/corporations/directors/verify.ts";
import type { TestContext, TestDatabase } from "#test/support/workerd/test-database.ts";
import { healthMarks } from "#worker/db/schema/corporations.ts";
import { rosterCounts } from "#worker/db/schema/evidence.ts";
import type { Context } from "#worker/env.ts";
import { nameMembers } from "#worker/roster/names.ts";
import * as ids from "#test/new-eden/ids.ts";

const HALF_HOUR_MS = 30 * 60 * 1000;
/** In half hours before now: when no director was healthy, and when only the other directors were. */
const OUTAGE = { from: 38, to: 40 };
const OSKAR_WELL_BEFORE = 8;

/** Two managed corporations: one with directors, of whom Oskar has lost the role, and one without. */
export async function seedCorporations(context: TestContext, adminId: string) {
  const actor: UserActor = {
    kind: "user",
    userId: adminId,
    sessionId: "seed",
    isAdmin: true,
    isGuest: false,
  };
  const sable = ids.SABLE_MERIDIAN_ID;
  await addCorporation(context, actor, {
    corporationId: sable,
    name: "Sable Meridian",
    ticker: "SBLM",
    assignedCharacterId: ids.AURELIA_VOSS_ID,
  });
  for (const [characterId, characterName] of [
    [ids.MIRA_TAL_ID, "Mira Tal"],
    [ids.JUNO_CASTELLAN_ID, "Juno Castellan"],
    [ids.OSKAR_WREN_ID, "Oskar Wren"],
  ] as const) {
    await addDirector(context, actor, sable, { characterId, characterName, priority: 100 });
  }
  // Three consecutive failures make a director unhealthy.
  for (let round = 0; round < 3; round += 1) await verifyAllDirectors(context, sable);
  await verifyCorporation(context, sable);
  await seedHistory(context.db, sable);
  await addCorporation(context, actor, {
    corporationId: ids.LANTERN_WORKS_ID,
    name: "Lantern Works",
    ticker: "LNTRN",
  });
  for (const id of [sable, ids.LANTERN_WORKS_ID]) await fetchData(context, id, "public");
  await fetchData(context, sable, "core");
  while (await nameMembers(context));
  await seedCounts(context.db, sable);
}

/** The numbers of the last year: more and more members were registered. */
async function seedCounts(db: TestDatabase, corporationId: number) {
  const today = Math.floor(Date.now() / DAY_MS);
  for (let week = 50; week > 0; week -= 1) {
    const members = 268 + Math.round((50 - week) * 0.7 + 4 * Math.sin(week));
    await db.insert(rosterCounts).values({
      corporationId,
      day: today - week * 7,
      members,
      registered: Math.max(0, Math.round((50 - week) * 0.24 - Math.sin(week / 3))),
    });
  }
}

/** The checks of the last day, as the cron would have recorded them. */
async function seedHistory(db: TestDatabase, corporationId: number) {
  for (let ago = 47; ago > 0; ago -= 1) {
    const isOut = ago >= OUTAGE.from && ago <= OUTAGE.to;
    await db.insert(healthMarks).values({
      corporationId,
      at: new Date(Date.now() - ago * HALF_HOUR_MS),
      directors: 4,
      healthy: isOut ? 0 : ago < OSKAR_WELL_BEFORE ? 3 : 4,
      unknown: 0,
    });
  }
}

async function fetchData(context: Context, id: number, category: "public" | "core") {
  const { runs } = await requestFetch(context, id, category);
  for (const { id: runId } of runs) await runFetch(context, runId);
}
