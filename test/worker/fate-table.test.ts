import { keysOf } from "#test/support/answers/records.ts";
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { say } from "#test/support/faults/flows/scene.ts";
import type { LinkedPilot } from "#test/support/people/pilot-builder.ts";

const DAY = 24 * 60 * 60;

const { world, muster, drive } = await startDriven({});
const { admin } = world;

/** The one director of a corporation, to whom something happens. */
type Pilot = { corporation: Managed; linked: LinkedPilot; id: number };

/** What happens to a pilot in EVE: nobody's outage, and for the player to know. */
const FATES = {
  sold: ({ corporation, id }: Pilot) => corporation.newEden.sell(id),
  "sold, with grants that live on": ({ corporation, id }: Pilot) =>
    corporation.newEden.sell(id, { keepsGrants: true }),
  biomassed: ({ corporation, id }: Pilot) => corporation.newEden.biomass(id),
  "revoked at EVE": ({ corporation, id }: Pilot) => corporation.newEden.revoke(id),
  "out of the corporation": ({ corporation, id }: Pilot) =>
    corporation.newEden.leaveCorporation(id),
  "without the role": ({ corporation, id }: Pilot) => corporation.newEden.setRoles(id, []),
};

const FLOWS = {
  "a token has expired": async ({ id }: Pilot) => (await getAccessToken(muster.context, id)).state,
  "the own sheet is refreshed": async ({ linked, id }: Pilot) => {
    const response = await linked.api.characters[":id"].refresh.$post({
      param: { id: String(id) },
    });
    if (!response.ok) return say(response);
    const { sections } = await response.json();
    const errors = new Set(Object.values(sections).flatMap((one) => one?.error ?? []));
    return ["200", ...[...errors].toSorted()].join(" ");
  },
  "somebody looks at the sheet": async ({ id }: Pilot) =>
    say(await admin.api.characters[":id"].$get({ param: { id: String(id) } })),
  "the pilot logs in": async ({ id }: Pilot) => {
    const browser = openBrowser(muster);
    const { requiresClaimMain } = await browser.logIn(id);
    return requiresClaimMain ? "a new account" : "the account";
  },
  "the director is verified": async ({ corporation }: Pilot) => {
    const [director] = await corporation.directors();
    const param = { ...corporation.param, directorId: director?.directorId ?? "" };
    await corporation.api.directors[":directorId"].verify.$post({ param });
    return standingOf(corporation);
  },
  "the cron checks the director": async ({ corporation }: Pilot) => {
    await drive.checkHealth();
    return standingOf(corporation);
  },
  "the queue fetches data": async ({ corporation }: Pilot) => {
    await corporation.fetch("killmails");
    await drive.drain();
    return `${(await corporation.stateOf("killmails"))?.state}, ${await standingOf(corporation)}`;
  },
  "the cron asks for affiliations": async () => {
    await drive.cron("hourly");
    const isIt = eq(jobRuns.job, "affiliations");
    const newest = desc(jobRuns.startedAt);
    const [run] = await muster.context.db
      .select()
      .from(jobRuns)
      .where(isIt)
      .orderBy(newest)
      .limit(1);
    return run?.error ?? "ok";
  },
};

async function standingOf(corporation: Managed): Promise<string> {
  const [director] = await corporation.directors();
  return `${director?.problem ?? "no problem"}, ${director?.isHealthy ? "healthy" : "unhealthy"}`;
}

const GONE = "200 EVE no longer accepts this character's authorization. Sign in with it again.";
const REVOKED = {
  "a token has expired": "revoked",
  "the own sheet is refreshed": GONE,
  "somebody looks at the sheet": "200",
  "the pilot logs in": "the account",
  "the director is verified": "token_revoked, unhealthy",
  "the cron checks the director": "token_revoked, unhealthy",
  "the queue fetches data": "failed, token_revoked, unhealthy",
  "the cron asks for affiliations": "ok",
};
const UNTOUCHED = {
  "a token has expired": "ok",
  "the own sheet is refreshed": "200",
  "somebody looks at the sheet": "200",
  "the pilot logs in": "the account",
  "the cron asks for affiliations": "ok",
};

const EXPECTED: Record<keyof typeof FATES, Record<keyof typeof FLOWS, string>> = {
  sold: { ...REVOKED, "the pilot logs in": "a new account" },
  // The refresh shows the new owner: the character leaves the account, which is locked without it.
  "sold, with grants that live on": { ...REVOKED, "the pilot logs in": "a new account" },
  biomassed: {
    ...REVOKED,
    "the own sheet is refreshed": `${GONE} This character has been biomassed.`,
  },
  "revoked at EVE": REVOKED,
  "out of the corporation": {
    ...UNTOUCHED,
    "the director is verified": "not_in_corporation, unhealthy",
    "the cron checks the director": "not_in_corporation, unhealthy",
    "the queue fetches data": "failed, not_in_corporation, unhealthy",
  },
  // One failure of three.
  "without the role": {
    ...UNTOUCHED,
    "the director is verified": "missing_role, unhealthy",
    "the cron checks the director": "missing_role, unhealthy",
    "the queue fetches data": "failed, missing_role, unhealthy",
  },
};

for (const fate of keysOf(FATES)) {
  test(`a director is ${fate}: everything says so, in its way, and nobody else is touched`, async () => {
    for (const flow of keysOf(FLOWS)) {
      await muster.env.DB.prepare("delete from corporations").run();
      const corporation = await buildManaged(world, { holdings: { killmails: 1 } });
      const [linked] = corporation.pilots;
      if (linked === undefined) throw new Error("There is a director.");
      const pilot = { corporation, linked, id: linked.pilot.id };
      const bystanders = await others(pilot.id);
      await FATES[fate](pilot);
      await drive.advance(DAY);
      const found = await FLOWS[flow](pilot);
      expect([flow, found]).toEqual([flow, EXPECTED[fate][flow]]);
      expect([flow, await others(pilot.id)]).toEqual([flow, bystanders]);
    }
  });
}

/** Whose tokens are good and who is signed in, beside this pilot and its player. */
async function others(characterId: number): Promise<unknown> {
  const { results } = await muster.env.DB.prepare(
    `select c.id, t.state, (select count(*) from sessions s where s.user_id = c.user_id) as sessions
      from characters c join eve_tokens t on t.character_id = c.id
      where c.id = (select max(id) from characters where id < ?)`,
  )
    .bind(characterId)
    .all();
  return results;
}
