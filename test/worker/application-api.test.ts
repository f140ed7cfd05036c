import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  apiLookupSchema,
  membersSchema,
  pilotSchema,
  problemSchema,
} from "#shared/applications/api-answers.ts";
import { insertProgram } from "#test/support/applications/application-rows.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { applicationGroups, applications } from "#worker/db/schema/applications.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";
import { eq } from "drizzle-orm";
import { characterAffiliations, UNKNOWN_CORPORATION_ID } from "#worker/db/schema/characters.ts";
import { users } from "#worker/db/schema/accounts.ts";

const muster = await startMuster();
const owner = await buildUser(muster, { name: "Mira Tal", alts: ["Mira's Hauler"] });
const member = await buildUser(muster);
const group = await buildGroup(muster, { owner, members: [member], visibility: "hidden" });
const secretGroup = await buildGroup(muster, { owner });

async function openProgram(given: Parameters<typeof insertProgram>[1] = {}) {
  const program = await insertProgram(muster, { groupIds: [group.id], ...given });
  async function read<Schema extends z.ZodMiniType>(schema: Schema, path: string, body?: object) {
    const response = await program.send(path, { ...(body && { body }) });
    expect(response.status).toBe(200);
    return z.parse(schema, await response.json());
  }
  return { ...program, read };
}

const all = await openProgram();

test("a pilot is found by character and by name in any case, with the granted groups alone", async () => {
  const found = await all.read(pilotSchema, `/characters/${owner.mainCharacterId}/pilot`);
  expect(found).toMatchObject({
    id: owner.userId,
    main: { id: owner.mainCharacterId, name: "Mira Tal" },
    isSuspended: false,
    groups: [{ id: group.id, name: group.name, role: "owner" }],
  });
  expect(found.groups).toHaveLength(1);
  expect(await all.read(z.object({ items: z.array(z.any()) }), "/pilots?name=MIRA%20TAL")).toEqual({
    items: [found],
  });
  expect(await all.read(pilotSchema, `/pilots/${owner.userId}`)).toEqual(found);
});

test("between two corporations, a pilot is told without one", async () => {
  const row = { corporationId: UNKNOWN_CORPORATION_ID, allianceId: null };
  await muster.context.db
    .insert(characterAffiliations)
    .values({ characterId: owner.mainCharacterId, asOf: new Date(), ...row })
    .onConflictDoUpdate({ target: characterAffiliations.characterId, set: row });
  const none = { main: { id: owner.mainCharacterId }, corporation: null, alliance: null };
  expect(await all.read(pilotSchema, `/pilots/${owner.userId}`)).toMatchObject(none);
  const { items } = await all.read(membersSchema, `/groups/${group.id}/members`);
  expect(items.find(({ pilotId }) => pilotId === owner.userId)).toMatchObject(none);
});

test("an alt is found by an application that was granted characters, and by no other", async () => {
  const alt = owner.characterIds[1] ?? 0;
  expect((await all.send(`/characters/${alt}/pilot`)).status).toBe(404);
  const blind = await all.read(apiLookupSchema, "/pilots/lookup", { characterIds: [alt, 7] });
  expect(blind).toEqual({ items: [], unknown: [alt, 7] });
  const seeing = await openProgram({ claims: ["characters"] });
  const { items, unknown } = await seeing.read(apiLookupSchema, "/pilots/lookup", {
    characterIds: [alt, 7, owner.mainCharacterId],
  });
  expect(unknown).toEqual([7]);
  expect(new Set(items.map(({ character }) => character.id))).toEqual(
    new Set([alt, owner.mainCharacterId]),
  );
  expect(items[0]?.pilot.characters).toHaveLength(2);
});

test("a group that was not granted is answered like one that does not exist", async () => {
  const answers = await Promise.all(
    [secretGroup.id, "none"].map(async (id) => {
      const response = await all.send(`/groups/${id}/members`);
      const { requestId, ...problem } = z.parse(problemSchema, await response.json());
      expect(requestId).not.toBe("");
      return problem;
    }),
  );
  expect(answers[0]?.status).toBe(404);
  expect(answers[0]).toEqual(answers[1]);
});

test("a suspended pilot has no groups and is in no list of members", async () => {
  const path = `/groups/${group.id}/members`;
  const before = await all.read(membersSchema, path);
  expect(before.items.map(({ pilotId }) => pilotId).toSorted()).toEqual(
    [owner.userId, member.userId].toSorted(),
  );
  const until = (date: Date | null) =>
    muster.context.db
      .update(users)
      .set({ suspendedUntil: date, suspensionReason: date && "o7" })
      .where(eq(users.id, member.userId));
  await until(new Date(Date.now() + 60_000));
  const after = await all.read(membersSchema, path);
  expect(after.items.map(({ pilotId }) => pilotId)).toEqual([owner.userId]);
  const pilot = await all.read(pilotSchema, `/pilots/${member.userId}`);
  expect(pilot).toMatchObject({ isSuspended: true, groups: [] });
  await until(null);
});

test("a client that has the present answer gets 304", async () => {
  const first = await all.send("/groups");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = await all.send("/groups", { headers: { "if-none-match": `W/${etag}, "other"` } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("etag")).toBe(etag);
  await muster.context.db
    .insert(applicationGroups)
    .values({ applicationId: all.ids.application, groupId: secretGroup.id });
  const changed = await all.send("/groups", { headers: { "if-none-match": etag } });
  expect(changed.status).toBe(200);
  await muster.context.db
    .delete(applicationGroups)
    .where(eq(applicationGroups.groupId, secretGroup.id));
});

test("a token that an isolate knows is read in the round trip of the answer", async () => {
  const { send } = await openProgram();
  const trips = async (path: string, body?: object) => {
    muster.costs.reset();
    expect((await send(path, { ...(body && { body }) })).status).toBe(200);
    return muster.costs.roundTrips;
  };
  // The first use writes when it was.
  await send("/token");
  expect(await trips("/token")).toBe(1);
  expect(await trips("/groups")).toBe(1);
  expect(await trips(`/pilots/${owner.userId}`)).toBe(1);
  expect(await trips("/pilots/lookup", { names: ["Mira Tal"] })).toBe(1);
});

test("what changes about a known token holds from the next answer on", async () => {
  const { send, ids } = await openProgram();
  const { db } = muster.context;
  const path = `/pilots/${owner.userId}`;
  expect((await send(path)).status).toBe(200);
  const set = (rights: ("pilots" | "groups")[]) =>
    db.update(apiTokens).set({ rights }).where(eq(apiTokens.id, ids.apiToken));
  await set(["groups"]);
  const changed = await send(path);
  expect([changed.status, changed.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await changed.text()).not.toContain("Mira Tal");
  expect((await send(path)).status).toBe(403);
  await set(["pilots", "groups"]);
  expect((await send(path)).status).toBe(503);
  expect((await send(path)).status).toBe(200);

  const isOn = (value: boolean) =>
    db.update(applications).set({ isOn: value }).where(eq(applications.id, ids.application));
  await isOn(false);
  const off = await send(path);
  expect([off.status, (await off.text()).includes("Mira Tal")]).toEqual([403, false]);
  await isOn(true);
  expect((await send(path)).status).toBe(200);
  await db.delete(apiTokens).where(eq(apiTokens.id, ids.apiToken));
  const gone = await send(path);
  expect([gone.status, (await gone.text()).includes("Mira Tal")]).toEqual([401, false]);
});

test("a token opens no route but those of the API", async () => {
  const headers = { authorization: all.authorization };
  expect((await muster.send("/api/groups", { headers })).status).toBe(401);
  expect((await muster.send("/api/admin/pilots", { headers })).status).toBe(401);
});

test("the use of a token is noted, at most once an hour", async () => {
  const { send, ids } = await openProgram();
  const used = async () => {
    const [row] = await muster.context.db
      .select({ at: apiTokens.lastUsedAt })
      .from(apiTokens)
      .where(eq(apiTokens.id, ids.apiToken));
    return row?.at?.getTime();
  };
  await send("/token");
  const first = await used();
  expect(first).toBeTypeOf("number");
  await send("/token");
  expect(await used()).toBe(first);
  await muster.later(3601, () => send("/token"));
  expect(await used()).toBeGreaterThan(first ?? 0);
});

test("every answer names the limit, and a refusal says how long to wait", async () => {
  const limited = await startMuster({
    API_LIMIT: { limit: () => Promise.resolve({ success: false }) },
  });
  const response = await (await insertProgram(limited)).send("/token");
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "ratelimit-policy": '"token";q=300;w=60',
    ratelimit: '"token";r=0;t=60',
    "retry-after": "60",
    "content-type": "application/problem+json",
  });
  const fine = await all.send("/token");
  expect(fine.headers.get("ratelimit-policy")).toBe('"token";q=300;w=60');
});

test("an address that the API does not have is answered as a problem too", async () => {
  const response = await all.send("/nothing");
  expect(response.status).toBe(404);
  expect(z.parse(problemSchema, await response.json()).code).toBe("not_found");
});
