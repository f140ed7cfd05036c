import * as z from "zod/mini";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { characterChecks, characterSections } from "#worker/db/schema/characters.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

/** Names that appear in a sheet for its owner only, at whatever depth. */
const PRIVATE_KEYS = [
  "location",
  "wallet",
  "assets",
  "status",
  "skillQueue",
  "ship",
  "balance",
  "assetCount",
  "totalValue",
  "online",
  "lastLogin",
  "solarSystemId",
  "solarSystemName",
  "stationId",
  "stationName",
  "typeId",
  "typeName",
  "finished_level",
  "start_date",
  "finish_date",
  "tokenState",
  "missingScopes",
];

function keysWithin(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysWithin)];
}

const pilots = fc.record({
  career: fc.constantFrom("rookie", "pilot", "veteran", "capital", "industrialist" as const),
  queue: fc.constantFrom("training", "paused", "empty", "finished_while_away" as const),
  assetCount: fc.nat(2200),
  securityStatus: fc.double({ min: -10, max: 5, noNaN: true }),
});

async function read(muster: Muster, sessionToken: string, path: string) {
  const headers = { authorization: `Bearer ${sessionToken}` };
  const response = await muster.send(`/api/characters${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

test("another user's sheet contains no private data at any depth", async () => {
  const muster = await startMuster();
  const stranger = await buildUser(muster, { name: "Curious Stranger" });
  const scopes = fc.oneof(fc.constant(CHARACTER_SCOPES), fc.subarray(CHARACTER_SCOPES));
  await fc.assert(
    fc.asyncProperty(pilots, scopes, async (seed, granted) => {
      const owner = await linkPilot(muster, seed, { scopes: granted });
      await owner.newEden.setSheet(owner.pilot.id, {
        balance: 31_337.77,
        shipName: "Secret Ship",
        whereabouts: { systemId: 30_002_813 },
      });
      await owner.refresh();
      const { text } = await read(muster, stranger.sessionToken, `/${owner.pilot.id}`);
      const seen = z.parse(
        z.looseObject({ isOwner: z.boolean(), private: z.unknown() }),
        JSON.parse(text),
      );
      expect(seen).toMatchObject({ isOwner: false, private: null });
      const keys = new Set(keysWithin(seen));
      expect(PRIVATE_KEYS.filter((key) => keys.has(key))).toEqual([]);
      expect(text).not.toMatch(/Secret Ship|31337|30002813/);
    }),
    { numRuns: 15 },
  );
});

test("what others see of a section does not change with the minute of its refresh", async () => {
  const muster = await startMuster();
  const owner = await linkPilot(muster);
  const viewer = await buildUser(muster);
  const seen = async () => {
    const param = { id: String(owner.pilot.id) };
    const { lastUpdated, sections } = await (
      await viewer.api.characters[":id"].$get({ param })
    ).json();
    return { lastUpdated, skills: sections.skills };
  };
  // From five past, so that both refreshes are in the same hour.
  const untilFivePast = 3900 - (Math.floor(Date.now() / 1000) % 3600);
  await muster.later(untilFivePast, owner.refresh);
  const before = await muster.later(untilFivePast + 1500, seen);
  await muster.later(untilFivePast + 1510, owner.refresh);
  expect(await muster.later(untilFivePast + 1520, seen)).toEqual(before);
});

test("the owner sees every private section, and only own characters on the dashboard", async () => {
  const muster = await startMuster();
  const owner = await linkPilot(muster);
  const other = await linkPilot(muster);
  await owner.refresh();
  const detail = await owner.detail();
  expect(detail.isOwner).toBe(true);
  expect(Object.values(detail.private ?? {})).not.toContain(null);
  const { characters } = await (await owner.api.characters.$get()).json();
  expect(characters.map(({ characterId }) => characterId)).toEqual([owner.pilot.id]);
  expect((await other.detail(owner.pilot.id)).private).toBeNull();
});

test("private data is deleted when a character leaves its user", async () => {
  const muster = await startMuster();
  const owner = await linkPilot(muster);
  await owner.refresh();
  const { db } = muster.context;
  await db.batch([
    db.update(users).set({ mainCharacterId: null }).where(eq(users.id, owner.user.userId)),
    db.update(characters).set({ userId: null }).where(eq(characters.id, owner.pilot.id)),
  ]);
  const left = await db
    .select({ section: characterSections.section })
    .from(characterSections)
    .where(eq(characterSections.characterId, owner.pilot.id));
  expect(left.map(({ section }) => section).toSorted()).toEqual(["corporationHistory", "info"]);
  const checks = await db
    .select()
    .from(characterChecks)
    .where(eq(characterChecks.characterId, owner.pilot.id));
  expect(checks).toEqual([]);
});
