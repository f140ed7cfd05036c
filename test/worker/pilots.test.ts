import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { buildAdministrator, buildToken, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { setAlliance } from "#test/support/requirements/requirement-builders.ts";
import { characterChecks } from "#worker/db/schema/characters.ts";
import { eveTokens, users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import type { PilotFilters } from "#web/pilots/queries.ts";

const muster = await startMuster();
const admin = await buildAdministrator(muster);
const other = await buildUser(muster, { name: "Second Administrator" });
const { db } = muster.context;

async function list(query: PilotFilters & { cursor?: string }) {
  const answer = await admin.api.admin.pilots.$get({ query });
  expect(answer.status).toBe(200);
  return answer.json();
}

const mainsOf = async (query: PilotFilters) =>
  (await list(query)).items.map(({ mainCharacterName }) => mainCharacterName);

const linkDiscord = ({ userId }: BuiltUser, username: string) =>
  db.insert(discordAccounts).values({
    discordId: userId,
    userId,
    username,
    discriminator: "0",
    refreshToken: "encrypted",
    isAuthorized: true,
    linkedAt: new Date(),
    checkDueAt: new Date(),
  });

async function loseToken(characterId: number) {
  await buildToken(muster, characterId);
  await db
    .update(eveTokens)
    .set({ state: "revoked" })
    .where(eq(eveTokens.characterId, characterId));
}

test("a pilot is found by a part of the main's name and by the beginning of an alt's", async () => {
  const pilot = await buildUser(muster, { name: "Renna Sol", alts: ["Tovi Renquist"] });
  await buildUser(muster, { name: "Mira Lauren", alts: ["Terren Vox"] });
  expect(await mainsOf({ search: "REN" })).toEqual(["Mira Lauren", "Renna Sol"]);
  const { items, nextCursor } = await list({ search: "tovi r" });
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    { userId: pilot.userId, mainCharacterName: "Renna Sol", matchedAlt: "Tovi Renquist" },
  ]);
  expect((await list({ search: "renna" })).items[0]?.matchedAlt).toBeNull();
  expect(await mainsOf({ search: "nobody has this" })).toEqual([]);
});

test("an entry shows tokens, groups, Discord, corporation, and what is wrong", async () => {
  const pilot = await buildUser(muster, { name: "Oskar Wren", alts: ["Wren One", "Wren Two"] });
  const [main = 0, lost = 0] = pilot.characterIds;
  await buildToken(muster, main);
  await loseToken(lost);
  await linkDiscord(pilot, "wren_o");
  await setAlliance(muster, pilot, main, 7);
  const group = await buildGroup(muster, { owner: other, members: [pilot] });
  const graceEndsAt = new Date(Date.now() + DAY_MS);
  await db.insert(membershipProblems).values({
    groupId: group.id,
    userId: pilot.userId,
    outcome: "unmet",
    since: new Date(),
    graceEndsAt,
    causes: [],
    checkedAt: new Date(),
  });
  const [entry] = (await list({ search: "oskar wren" })).items;
  expect(entry).toMatchObject({
    tokens: ["ok", "revoked", "none"],
    corporation: { corporationId: 98_000_007 },
    groupCount: 1,
    discordName: "wren_o",
    graceEndsAt: graceEndsAt.toISOString(),
    suspension: null,
    isAdmin: false,
  });
  expect(entry?.lastSeenAt).not.toBeNull();
});

test("each filter finds its pilots, alone, with a search and with another filter", async () => {
  const build = (name: string) => buildUser(muster, { name: `Filter ${name}` });
  const all = {
    lost: await build("Lost"),
    grace: await build("Grace"),
    unseen: await build("Unseen"),
    suspended: await build("Suspended"),
    corporation: await build("Corporation"),
    linked: await build("Linked"),
  };
  await loseToken(all.lost.mainCharacterId);
  const group = await buildGroup(muster, { owner: other, members: [all.grace] });
  await db.insert(membershipProblems).values({
    groupId: group.id,
    userId: all.grace.userId,
    outcome: "unmet",
    since: new Date(),
    graceEndsAt: new Date(Date.now() + DAY_MS),
    causes: [],
    checkedAt: new Date(),
  });
  await db
    .update(users)
    .set({ lastSeenAt: new Date(Date.now() - 40 * DAY_MS) })
    .where(eq(users.id, all.unseen.userId));
  await admin.api.admin.users[":id"].suspension.$put({
    param: { id: all.suspended.userId },
    json: { reason: "Shot a friend", until: null },
  });
  await setAlliance(muster, all.corporation, all.corporation.mainCharacterId, 77);
  for (const one of Object.values(all)) if (one !== all.lost) await linkDiscord(one, one.userId);

  const search = "filter";
  const filters: [PilotFilters, string[]][] = [
    [{ lost: "true" }, ["Filter Lost"]],
    [{ grace: "true" }, ["Filter Grace"]],
    [{ unseen: "true" }, ["Filter Unseen"]],
    [{ suspended: "true" }, ["Filter Suspended"]],
    [{ corporation: "98000077" }, ["Filter Corporation"]],
    [{ lost: "true", noDiscord: "true" }, ["Filter Lost"]],
    [{ grace: "true", noDiscord: "true" }, []],
    [{ unseen: "true", lost: "true" }, []],
  ];
  for (const [filter, expected] of filters) {
    const ours = (names: (string | null)[]) => names.filter((name) => name?.startsWith("Filter"));
    expect([filter, ours(await mainsOf(filter))]).toEqual([filter, expected]);
    expect([filter, await mainsOf({ ...filter, search })]).toEqual([filter, expected]);
  }
  expect(await mainsOf({ noDiscord: "true", search })).toEqual(["Filter Lost"]);
  expect((await list({ search })).counts).toEqual({
    lost: 1,
    noDiscord: 1,
    grace: 1,
    unseen: 1,
    suspended: 1,
  });
});

test("the page of a pilot shows everything with its cause, and repairs work", async () => {
  const pilot = await buildUser(muster, { name: "Cade Novak", alts: ["Cade Alt"] });
  const [main = 0] = pilot.characterIds;
  await buildToken(muster, main, { scopes: ["publicData", "esi-skills.read_skills.v1"] });
  await db.insert(characterChecks).values({
    characterId: main,
    record: {
      checks: {
        skills: { checkedAt: eveDate(Date.now() - 8 * DAY_MS), dueAt: 0, failure: null },
        affiliation: { checkedAt: eveDate(Date.now()), dueAt: 0, failure: null },
      },
    },
  });
  const hidden = await buildGroup(muster, {
    owner: other,
    joinMode: "approval",
    visibility: "hidden",
    name: "Hidden Hand",
  });
  const id = await buildRequest(muster, hidden, pilot);
  await other.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
  const asked = await buildGroup(muster, { owner: other, joinMode: "approval", name: "Asked" });
  await buildRequest(muster, asked, pilot);

  const param = { id: pilot.userId };
  await list({});
  muster.costs.reset();
  const answer = await admin.api.admin.pilots[":id"].$get({ param });
  expect(muster.costs.roundTrips).toBe(1);
  expect(await answer.json()).toMatchObject({
    mainCharacterName: "Cade Novak",
    characters: [
      {
        characterName: "Cade Novak",
        isMain: true,
        token: "ok",
        scopeCount: 2,
        evidence: [
          { name: "corporation", isTooOld: false },
          { name: "skills", isTooOld: true },
        ],
      },
      { characterName: "Cade Alt", isMain: false, token: "none", evidence: [] },
    ],
    groups: [
      {
        groupName: "Hidden Hand",
        wayIn: { kind: "approved", by: { name: "Second Administrator" } },
      },
    ],
    requests: [{ groupName: "Asked" }],
    discord: null,
    sessions: [{ device: expect.any(String) }],
  });

  const end = () => admin.api.admin.pilots[":id"].sessions.$delete({ param });
  expect((await end()).status).toBe(204);
  expect((await pilot.api.groups["my-groups"].$get({ query: {} })).status).toBe(401);
  expect((await end()).status).toBe(409);
  const own = await admin.api.admin.pilots[":id"].sessions.$delete({
    param: { id: admin.userId },
  });
  expect(own.status).toBe(409);
  const { items } = await (
    await admin.api.activity.$get({ query: { kind: "sessions_revoked" } })
  ).json();
  expect(items).toMatchObject([
    { actor: { name: "Aurelia Voss" }, subject: { userId: pilot.userId } },
  ]);
  const missing = await admin.api.admin.pilots[":id"].$get({ param: { id: "nobody" } });
  expect(missing.status).toBe(404);
});

test("a player reads that an administrator opened their page, once an hour, and gets no notice", async () => {
  const pilot = await buildUser(muster, { name: "Looked At" });
  const open = (id: string) => admin.api.admin.pilots[":id"].$get({ param: { id } });
  const viewsOf = async ({ api }: BuiltUser) =>
    (await (await api.access.$get()).json()).views.length;
  expect(await viewsOf(pilot)).toBe(0);
  await open(pilot.userId);
  await open(pilot.userId);
  expect(await viewsOf(pilot)).toBe(1);
  await muster.later(3601, () => open(pilot.userId));
  expect(await viewsOf(pilot)).toBe(2);
  const overview = await (await pilot.api.characters.$get()).json();
  expect(overview.notices).toEqual([]);
  const { events } = await (await pilot.api.auth.events.$get()).json();
  expect(events.map(({ kind }) => kind)).toContain("pilot_viewed");

  // The own page is not a view, and neither is one of nobody.
  await open(admin.userId);
  expect((await open("nobody")).status).toBe(404);
  expect(await viewsOf(admin)).toBe(0);
});

test("when a user was last seen outlives the session", async () => {
  const pilot = await buildUser(muster, { name: "Seen Once" });
  await pilot.api.auth.logout.$post();
  const [entry] = (await list({ search: "seen once" })).items;
  expect(Date.now() - Date.parse(entry?.lastSeenAt ?? "")).toBeLessThan(60_000);
});
