import { eq } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { afterEach, expect, test } from "vitest";
import type { Silence, Verdict } from "#shared/groups/reviews.ts";
import { HOUR_MS } from "#shared/time.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { write } from "#test/support/answers/write.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildRequest,
  prepareOperation,
} from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { formOf, setBalance, shareOf } from "#test/support/people/sharing-builders.ts";
import { FLEETS, prepareProgram } from "#test/support/applications/application-rows.ts";
import { ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { NOTHING_READ } from "#worker/operations/fleet.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { community } from "#worker/db/schema/installation.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { groupVetting } from "#worker/db/schema/group-forms.ts";
import {
  operationGroups,
  operationReadings,
  operationRules,
  operations,
  operationSeries,
  participations,
} from "#worker/db/schema/operations.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { reviewSchedules } from "#worker/db/schema/reviews.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { ROLES } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

// What a stolen session gives another account, the thief's own, for the time after that session.

const muster = await startMuster();
const { db } = muster.context;
const administrator = await buildAdministrator(muster);
const { prepareCall } = await openScenes(muster, administrator);

const applicant = await buildUser(muster, { name: "Tovi Renn" });
const founder = await buildUser(muster, { name: "Oskar Lind" });
const reviewed = await buildGroup(muster, {
  owner: founder,
  joinMode: "approval",
  name: "Capitals",
});
const { corporation } = await insertManaged(muster, founder.mainCharacterId);
const { ids: program, ...programRows } = await prepareProgram(muster, { groupIds: [reviewed.id] });
await write(muster, programRows);
await db.insert(watchEntries).values({
  id: "entry",
  subject: "alliance",
  eveId: 99_900_001,
  name: "Vantar Pact",
  level: "watch",
  reason: "Took the capital fund.",
  createdAt: new Date(),
  until: new Date(Date.now() + 30 * 24 * HOUR_MS),
});

/** What the membership of a group gives. */
const GIFTS = {
  "the watchlist": (groupId: string) => db.update(community).set({ watchKeepersId: groupId }),
  "requests of applicants": (groupId: string) =>
    db
      .insert(groupVetting)
      .values({ groupId: reviewed.id, reviewerGroupId: groupId })
      .onConflictDoUpdate({ target: groupVetting.groupId, set: { reviewerGroupId: groupId } }),
  "a roster": (groupId: string) => db.update(corporations).set({ rosterGroupId: groupId }),
  "an application": (groupId: string) =>
    db
      .update(applications)
      .set({ requiredGroupId: groupId })
      .where(eq(applications.id, program.application)),
};
type Gift = keyof typeof GIFTS;

afterEach(async () => {
  await db.update(community).set({ watchKeepersId: null });
  await db.update(groupVetting).set({ reviewerGroupId: null });
  await db.update(corporations).set({ rosterGroupId: null });
  await db.update(applications).set({ requiredGroupId: null });
});

const [fact] = await db.select().from(facts).where(eq(facts.applicationId, program.application));

/** Operations of two groups for which the owner plans: one that waits for the names, and one that counts for neither yet. */
async function buildOperations(owner: BuiltUser, thief: BuiltUser) {
  const [club, others] = [
    await buildGroup(muster, { owner, members: [thief] }),
    await buildGroup(muster, { owner, members: [thief] }),
  ];
  const startsAt = new Date(Date.now() - 2 * HOUR_MS);
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS) };
  const flown = prepareOperation(muster, club, owner, times);
  const moved = prepareOperation(muster, others, owner, times);
  const cancelled = prepareOperation(muster, club, owner, { ...times, cancelledAt: new Date() });
  for (const operation of [flown, moved, cancelled]) await write(muster, operation);
  for (const { id: operationId } of [moved, cancelled]) {
    await db.insert(operationReadings).values({
      operationId,
      followedId: owner.userId,
      begunAt: startsAt,
      endedAt: new Date(),
      dueAt: new Date(),
      spans: NOTHING_READ.spans,
      people: [thief.userId],
      isComplete: true,
    });
    await db
      .insert(participations)
      .values({ userId: thief.userId, at: startsAt, operationId, ships: [] });
  }
  const change = {
    kind: "fleet",
    title: "Shield Ferox",
    startsAt: startsAt.toISOString(),
    minutes: 60,
    commanderId: null,
    version: 0,
    groupIds: [others.id, club.id],
  };
  return { club, flown: flown.id, moved: moved.id, cancelled: cancelled.id, change };
}

/** A group with somebody who asks to join, and a member whose membership ends. */
async function buildGround() {
  const [owner, thief, asker, leaving] = await buildUsers(muster, 4);
  const category = await buildCategory(muster, { visibility: "hidden" });
  const group = await buildGroup(muster, {
    owner,
    members: [leaving],
    joinMode: "approval",
    category,
  });
  await db
    .update(groupMembers)
    .set({ endsAt: new Date(Date.now() + HOUR_MS) })
    .where(eq(groupMembers.userId, leaving.userId));
  const flights = await buildOperations(owner, thief);
  const saved = await saveRule(
    administrator,
    group.id,
    ruleOf({
      type: "any",
      of: [
        { type: "not", of: { type: "account_age", days: 365 } },
        { type: "fact", factId: fact?.id ?? "", test: { compare: "at_most", value: 3 } },
        { type: "took_part", count: 1, groupIds: [flights.club.id], kinds: [], days: 30 },
      ],
    }),
  );
  const { editable: rule } = await saved.json();
  const request = await buildRequest(muster, group, asker);
  const held = `held-${group.id}`;
  await db.insert(heldChanges).values({
    id: held,
    groupId: group.id,
    state: "held",
    limit: "group",
    memberCount: 1,
    removalCount: 0,
    computedAt: new Date(),
    createdAt: new Date(),
  });
  return { owner, thief, leaving, group, category, rule, request, held, ...flights };
}
type Ground = Awaited<ReturnType<typeof buildGround>>;
type Call = { path: string; body?: unknown; by?: BuiltUser };

/** Acts that let people in, or open a group, by their route. */
const LET_IN: Record<string, (ground: Ground) => Call> = {
  "POST /api/groups/:id/invitations": ({ group, thief }) => ({
    path: `/api/groups/${group.id}/invitations`,
    body: { characterName: thief.mainCharacterName },
  }),
  "POST /api/groups/join-requests/:id/approve": ({ request }) => ({
    path: `/api/groups/join-requests/${request}/approve`,
  }),
  "POST /api/groups/:id/join-requests/approve": ({ group, request }) => ({
    path: `/api/groups/${group.id}/join-requests/approve`,
    body: { ids: [request] },
  }),
  "PUT /api/groups/:id/members/ends": ({ group, leaving }) => ({
    path: `/api/groups/${group.id}/members/ends`,
    body: { userIds: [leaving.userId], end: { kind: "none" } },
  }),
  "PATCH /api/groups/:id": ({ group }) => ({
    path: `/api/groups/${group.id}`,
    body: { joinMode: "open" },
  }),
  "PUT /api/groups/:id/requirements": ({ group, rule }) => ({
    path: `/api/groups/${group.id}/requirements`,
    body: { rule: null, version: rule?.version },
    // Others do not turn conditions round.
    by: administrator,
  }),
  "PATCH /api/groups/categories/:id": ({ category }) => ({
    path: `/api/groups/categories/${category.id}`,
    body: { visibility: "public" },
    by: administrator,
  }),
  "POST /api/admin/held/:id/discard": ({ held }) => ({
    path: `/api/admin/held/${held}/discard`,
    body: { removalCount: 0, reason: "They stay." },
    by: administrator,
  }),
  "POST /api/admin/pilots/bulk": ({ group, thief }) => ({
    path: "/api/admin/pilots/bulk",
    body: { action: "add", groupId: group.id, userIds: [thief.userId] },
    by: administrator,
  }),
  "PATCH /api/admin/applications/:id/facts/:key": () => ({
    path: `/api/admin/applications/${program.application}/facts/${FLEETS}`,
    // Each time another one.
    body: { maxAgeHours: (hours += 1) },
    by: administrator,
  }),
  "PUT /api/operations/:id/participants": ({ flown, thief }) => ({
    path: `/api/operations/${flown}/participants`,
    body: { userIds: [thief.userId], names: [] },
  }),
  "PUT /api/operations/:id": ({ moved, change }) => ({
    path: `/api/operations/${moved}`,
    body: change,
  }),
  "PUT /api/operations/:id/cancelled": ({ cancelled }) => ({
    path: `/api/operations/${cancelled}/cancelled`,
    body: { isCancelled: false },
  }),
};
let hours = 200;

async function send(
  [method]: string[],
  { path, body, by }: Call & { by: BuiltUser },
  proof?: string,
) {
  const response = await muster.send(path, {
    method: method ?? "GET",
    headers: {
      authorization: `Bearer ${by.sessionToken}`,
      ...(proof !== undefined && { cookie: proofCookie(proof) }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

// All routes ask the same question: each gift meets some of them, and all in the night.
const gifts = keysOf(GIFTS);
const cases = Object.keys(LET_IN).flatMap((route, nth) =>
  share(gifts, gifts.slice(nth % gifts.length).slice(0, 1)).map((gift): [string, Gift] => [
    route,
    gift,
  ]),
);

test.each(cases)("%s needs a proof for a group that gives %s", async (route, gift) => {
  const ground = await buildGround();
  const made = { by: ground.owner, path: "", ...LET_IN[route]?.(ground) };
  await GIFTS[gift](ground.group.id);
  const refused = await send(route.split(" "), made);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("fresh_proof")]);
  const proven = await send(route.split(" "), made, made.by.proof);
  expect([proven.status < 300, proven.text]).toEqual([true, proven.text]);
});

test.each(Object.keys(LET_IN))("%s needs none for any other group", async (route) => {
  const ground = await buildGround();
  const made = { by: ground.owner, path: "", ...LET_IN[route]?.(ground) };
  const { status, text } = await send(route.split(" "), made);
  expect([status < 300, text]).toEqual([true, text]);
});

test("a group gives what the groups give that require a membership in it", async () => {
  const ground = await buildGround();
  const between = await buildGroup(muster, { owner: founder });
  const keepers = await buildGroup(muster, { owner: founder });
  const requires = (id: string, groupId: string) =>
    saveRule(
      administrator,
      id,
      ruleOf({ type: "member_of", groupIds: [groupId] }, { enrolment: "automatic" }),
    );
  await requires(between.id, ground.group.id);
  await requires(keepers.id, between.id);
  const call = LET_IN["POST /api/groups/:id/invitations"]?.(ground) ?? { path: "" };
  await GIFTS["the watchlist"](keepers.id);
  expect((await send(["POST"], { by: ground.owner, ...call })).status).toBe(403);
  await db.update(community).set({ watchKeepersId: null });
  expect((await send(["POST"], { by: ground.owner, ...call })).status).toBe(201);
});

test("a group whose members say who took part gives what groups give that ask for it", async () => {
  const ground = await buildGround();
  const call = LET_IN["POST /api/groups/:id/invitations"]?.(ground) ?? { path: "" };
  const keepers = await buildGroup(muster, { owner: founder });
  const tookPart = { count: 1, groupIds: [ground.club.id], kinds: [], days: 30 };
  await saveRule(administrator, keepers.id, ruleOf({ type: "took_part", ...tookPart }));
  await GIFTS["the watchlist"](keepers.id);
  await ground.owner.api.operations.rules[":id"].$put({
    param: { id: ground.club.id },
    json: { plannersId: ground.group.id, isOnDiscord: false },
  });
  // Who is in the group that the owner names plans as soon as somebody lets them in here.
  const here = {
    path: `/api/groups/${ground.club.id}/invitations`,
    body: { characterName: applicant.mainCharacterName },
  };
  for (const one of [call, here]) {
    expect((await send(["POST"], { by: ground.owner, ...one })).status).toBe(403);
  }
  await db.update(community).set({ watchKeepersId: null });
  for (const one of [call, here]) {
    expect((await send(["POST"], { by: ground.owner, ...one })).status).toBe(201);
  }
});

test("a change of all later operations needs a proof if one counts by it in which somebody took part", async () => {
  const ground = await buildGround();
  await GIFTS["the watchlist"](ground.group.id);
  const { change, moved, owner } = ground;
  const [others = "", club = ""] = change.groupIds;
  const at = Date.parse(change.startsAt);
  const seriesAt = new Date(at - 7 * 24 * HOUR_MS);
  const first = prepareOperation(muster, { id: others }, owner, {
    startsAt: seriesAt,
    endsAt: new Date(seriesAt.getTime() + HOUR_MS),
  });
  await write(muster, first);
  await db
    .insert(operationGroups)
    .values({ operationId: first.id, groupId: club, startsAt: seriesAt });
  await db.insert(operationSeries).values({ id: first.id, groupId: others, nextAt: null });
  const inSeries = (id: string, of: Date) =>
    db.update(operations).set({ seriesId: first.id, seriesAt: of }).where(eq(operations.id, id));
  await inSeries(first.id, seriesAt);
  await inSeries(moved, new Date(at));
  const body = { ...change, startsAt: seriesAt.toISOString(), scope: "following" };
  const call = { by: owner, path: `/api/operations/${first.id}`, body };
  expect((await send(["PUT"], call)).status).toBe(403);
  // What only takes away needs none.
  const fewer = { ...body, groupIds: [others] };
  const { status, text } = await send(["PUT"], { ...call, body: fewer });
  expect([status, text]).toEqual([200, text]);
});

test("what makes a group harder to join, or ends a membership sooner, needs no proof", async () => {
  const { owner, group, leaving } = await buildGround();
  await GIFTS["the watchlist"](group.id);
  const thief = muster.client(owner.sessionToken).groups[":id"];
  const param = { id: group.id };
  const closed = await thief.$patch({
    param,
    json: { joinMode: "invitation_only", visibility: "hidden" },
  });
  expect(closed.status).toBe(200);
  const ends = await thief.members.ends.$put({
    param,
    json: { userIds: [leaving.userId], end: { kind: "days", days: 1 } },
  });
  expect(ends.status).toBe(403);
  await db
    .update(groupMembers)
    .set({ endsAt: null })
    .where(eq(groupMembers.userId, leaving.userId));
  const sooner = await thief.members.ends.$put({
    param,
    json: { userIds: [leaving.userId], end: { kind: "days", days: 1 } },
  });
  expect(sooner.status).toBe(200);
});

test("whom a review would remove stays in such a group after a proof, and leaves without", async () => {
  const { owner, group, leaving } = await buildGround();
  const param = { id: group.id };
  const stolen = muster.client(owner.sessionToken).groups[":id"].review;
  const admins = muster.client(administrator.sessionToken).admin.reviews;
  const proven = owner.api.groups[":id"].review;
  const open = (review: typeof proven, silence: Silence) =>
    review.$post({ param, json: { silence, days: 14 } });
  const save = (review: typeof proven, everyMonths: number | null, silence: Silence) =>
    review.settings.$put({ param, json: { everyMonths, silence } });
  const decide = (review: typeof proven, verdict: Verdict | null) =>
    review.decisions.$put({
      param,
      json: { reviewId, decisions: [{ userId: leaving.userId, verdict }] },
    });
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  await GIFTS["the watchlist"](group.id);

  expect(await status(save(stolen, 3, "keep"))).toBe(204);
  expect(await status(save(stolen, 3, "remove"))).toBe(204);
  expect(await status(save(stolen, 3, "keep"))).toBe(403);
  expect(await status(save(stolen, 4, "remove"))).toBe(403);
  expect(await status(save(stolen, null, "remove"))).toBe(403);
  expect(await status(save(stolen, 2, "remove"))).toBe(204);
  expect(await status(open(stolen, "keep"))).toBe(403);
  const all = { groupIds: [group.id], silence: "keep" as const, days: 14 };
  expect(await status(admins.$post({ json: all }))).toBe(403);
  expect(await status(open(stolen, "remove"))).toBe(204);
  const { open: review } = await (await proven.$get({ param, query: {} })).json();
  const reviewId = review?.id ?? "";
  expect(await status(decide(stolen, "keep"))).toBe(403);
  expect(await status(decide(proven, "keep"))).toBe(204);
  expect(await status(decide(stolen, "keep"))).toBe(204);
  expect(await status(decide(stolen, null))).toBe(204);
  expect(await status(save(stolen, 2, "keep"))).toBe(403);
  expect(await status(save(proven, 2, "keep"))).toBe(204);
  expect(await status(decide(stolen, "keep"))).toBe(204);
  expect(await status(decide(stolen, "remove"))).toBe(204);
  expect(await status(decide(stolen, null))).toBe(403);

  await db.update(community).set({ watchKeepersId: null });
  expect(await status(decide(stolen, null))).toBe(204);
});

test("a review that would remove members is put off after a proof, also by fewer months, and comes sooner without", async () => {
  const { owner, group } = await buildGround();
  await GIFTS["the watchlist"](group.id);
  const save = async (api: BuiltUser["api"], everyMonths: number) =>
    (
      await api.groups[":id"].review.settings.$put({
        param: { id: group.id },
        json: { everyMonths, silence: "remove" },
      })
    ).status;
  const stolen = muster.client(owner.sessionToken);
  expect(await save(owner.api, 6)).toBe(204);
  expect(await save(stolen, 5)).toBe(204);
  await db
    .update(reviewSchedules)
    .set({ nextAt: new Date(Date.now() + 24 * HOUR_MS) })
    .where(eq(reviewSchedules.groupId, group.id));
  expect(await save(stolen, 4)).toBe(403);
  const open = async (days: number) => {
    const json = { silence: "remove" as const, days };
    return (await stolen.groups[":id"].review.$post({ param: { id: group.id }, json })).status;
  };
  expect(await open(60)).toBe(403);
  expect(await open(14)).toBe(204);
});

type Act = { path: string; body: unknown };

/** What an owner gives, what the owner takes away, and what leaves it as it was read and needs no proof. */
const LEFT_AS_READ: Record<string, (groupId: string, others: string) => Act[]> = {
  planners: (groupId, plannersId) =>
    [
      { plannersId, isOnDiscord: true },
      { plannersId: null, isOnDiscord: true },
      { plannersId, isOnDiscord: false },
    ].map((body) => ({ path: `/api/operations/rules/${groupId}`, body })),
  "a review that keeps": (groupId) =>
    [
      { everyMonths: 6, silence: "keep" },
      { everyMonths: 6, silence: "remove" },
      { everyMonths: 5, silence: "keep" },
    ].map((body) => ({ path: `/api/groups/${groupId}/review/settings`, body })),
};

test.each(Object.keys(LEFT_AS_READ))(
  "a stolen session does not give back what the owner takes away meanwhile: %s",
  async (name) => {
    const read = async (groupId: string) => {
      const isOf = (table: { groupId: SQLiteColumn }) => eq(table.groupId, groupId);
      return [
        (await db.select().from(operationRules).where(isOf(operationRules)))[0]?.plannersId,
        (await db.select().from(reviewSchedules).where(isOf(reviewSchedules)))[0]?.silence,
      ];
    };
    for (const at of [1, 2]) {
      const [owner, member] = await buildUsers(muster, 2);
      const group = await buildGroup(muster, { owner, members: [member], joinMode: "approval" });
      const others = await buildGroup(muster, { owner });
      await GIFTS["the watchlist"](group.id);
      const [give, take, leave] = LEFT_AS_READ[name]?.(group.id, others.id) ?? [];
      const put = (act: Act | undefined) =>
        send(["PUT"], { path: "", ...act, by: owner }, owner.proof);
      expect((await put(give)).status).toBeLessThan(300);
      const ended = interleave(muster.env, at, async () => {
        expect((await put(take)).status).toBeLessThan(300);
      });
      const request = new Request(`https://muster.test${leave?.path}`, {
        method: "PUT",
        headers: {
          authorization: `Bearer ${owner.sessionToken}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(leave?.body),
      });
      await (await fetchIn(ended.env, request)).text();
      await ended.finish();
      const found = await read(group.id);
      expect(found).not.toContain(others.id);
      expect(found).not.toContain("keep");
    }
  },
);

test("other people plan operations after a proof, and no longer without", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  const planners = await buildGroup(muster, { owner });
  const save = (api: BuiltUser["api"], plannersId: string | null) =>
    api.operations.rules[":id"].$put({
      param: { id: group.id },
      json: { plannersId, isOnDiscord: false },
    });
  const stolen = muster.client(owner.sessionToken);
  expect((await save(stolen, planners.id)).status).toBe(403);
  expect((await save(owner.api, planners.id)).status).toBe(200);
  expect((await save(stolen, planners.id)).status).toBe(200);
  expect((await save(stolen, null)).status).toBe(200);
});

test("a Discord server shows operations to everybody there after a proof, and no longer without", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  const show = (api: BuiltUser["api"], isOnDiscord: boolean) =>
    api.operations.rules[":id"].$put({ param: { id: group.id }, json: { isOnDiscord } });
  const stolen = muster.client(owner.sessionToken);
  expect((await show(stolen, true)).status).toBe(403);
  expect((await show(owner.api, true)).status).toBe(200);
  expect((await show(stolen, true)).status).toBe(200);
  expect((await show(stolen, false)).status).toBe(200);
});

test("what is said of an operation in which nobody took part needs no proof", async () => {
  const { owner, group, flown, change } = await buildGround();
  await GIFTS["the watchlist"](group.id);
  const body = { ...change, groupIds: change.groupIds.slice(1), place: "Staging" };
  const { status, text } = await send(["PUT"], {
    by: owner,
    path: `/api/operations/${flown}`,
    body,
  });
  expect([status, text]).toEqual([200, text]);
});

test("a pilot's sheet is shared with reviewers after a proof, and stopped without", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  const others = await buildGroup(muster, { owner });
  const param = { id: group.id };
  const form = formOf({ sections: ["wallet"] });
  const stolen = muster.client(owner.sessionToken).groups[":id"].form;
  const none = await stolen.$put({ param, json: { version: null, form, reviewerGroupId: null } });
  expect(none.status).toBe(204);
  const json = { version: 1, form, reviewerGroupId: others.id };
  expect((await stolen.$put({ param, json })).status).toBe(403);
  expect((await owner.api.groups[":id"].form.$put({ param, json })).status).toBe(204);

  await setBalance(muster, applicant.mainCharacterId, 100);
  const sharing = shareOf(applicant, ["wallet"], others.id);
  const victim = muster.client(applicant.sessionToken).groups;
  const ask = (api: typeof victim, shared: typeof sharing) =>
    api[":id"]["join-requests"].$post({
      param,
      json: { form: { version: 1, answers: {}, sharing: shared } },
    });
  expect((await ask(victim, sharing)).status).toBe(403);
  const made = await ask(victim, { ...sharing, sections: [] });
  expect(made.status).toBe(201);
  const { id } = await made.json();
  const give = (api: typeof victim, shared: typeof sharing) =>
    api["join-requests"][":id"].sharing.$put({ param: { id }, json: shared });
  expect((await give(victim, sharing)).status).toBe(403);
  expect((await give(applicant.api.groups, sharing)).status).toBe(204);
  expect((await give(victim, sharing)).status).toBe(204);
  expect((await give(victim, { ...sharing, sections: [] })).status).toBe(204);
});

/** The user's last sign-in at EVE was so many hours ago. */
const provenAgo = (user: BuiltUser, hoursAgo: number) =>
  db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - hoursAgo * HOUR_MS) })
    .where(eq(sessions.userId, user.userId));

test("invite codes of such a group are read by whose main has signed in at EVE in the last twelve hours", async () => {
  const { owner, group } = await buildGround();
  const path = `/api/groups/${group.id}/invite-codes`;
  const read = (proof?: string) => send(["GET"], { by: owner, path }, proof);
  await GIFTS["an application"](group.id);
  expect((await read()).status).toBe(200);
  const { code } = await buildCode(muster, group, owner);
  const refused = [403, expect.stringContaining("fresh_proof_required")];
  const answer = async (proof?: string) => {
    const { status, text } = await read(proof);
    return [status, text];
  };
  expect(await answer()).toEqual(refused);
  expect(await answer(founder.proof)).toEqual(refused);
  await provenAgo(owner, 11.9);
  expect(await answer(owner.proof)).toEqual([200, expect.stringContaining(code ?? "no code")]);
  await provenAgo(owner, 12.1);
  expect(await answer(owner.proof)).toEqual(refused);
  await db.update(applications).set({ requiredGroupId: null });
  expect((await read()).status).toBe(200);
});

test("the watchlist opens to a keeper whose main has signed in at EVE in the last twelve hours", async () => {
  const keeper = await buildUser(muster);
  const group = await buildGroup(muster, { owner: founder, members: [keeper] });
  await GIFTS["the watchlist"](group.id);
  const routes = [...DECLARATIONS.keys()].filter((route) => route.includes(" /api/watchlist"));
  expect(routes.length).toBeGreaterThan(10);
  const body = (route: string) => {
    const row = ACCESS[route];
    return {
      path: route.split(" ")[1]?.replace(":id", "entry") + (row?.query ?? ""),
      body: row?.body,
    };
  };
  const answers = async (proof?: string) => {
    const all = [];
    for (const route of routes) {
      const { status, text } = await send(route.split(" "), { by: keeper, ...body(route) }, proof);
      all.push([route, status === 403 && text.includes("fresh_proof_required")]);
    }
    return Object.fromEntries(all);
  };
  const refused = Object.fromEntries(routes.map((route) => [route, true]));
  expect(await answers()).toEqual(refused);
  await provenAgo(keeper, 12.1);
  expect(await answers(keeper.proof)).toEqual(refused);
  await provenAgo(keeper, 11.9);
  const read = await send(["GET"], { by: keeper, path: "/api/watchlist" }, keeper.proof);
  expect(read.text).toContain("Vantar Pact");
});

// ── Over all writes ───────────────────────────────────────────────────────────────────────────

const writes = [...DECLARATIONS]
  .filter(([, declared]) => "lasts" in declared)
  .map(([route]) => route)
  .filter((route) => ACCESS[route] !== undefined);

test("every act that declares when it needs a proof is tried here", () => {
  const declared = [...DECLARATIONS].flatMap(([route, one]) =>
    "lasts" in one && typeof one.lasts === "object" && "proofWhen" in one.lasts ? [route] : [],
  );
  const others = [
    "PUT /api/auth/main",
    "PUT /api/operations/rules/:id",
    "PUT /api/groups/:id/form",
    "POST /api/groups/:id/review",
    "PUT /api/groups/:id/review/settings",
    "PUT /api/groups/:id/review/decisions",
    "POST /api/admin/reviews",
    "POST /api/groups/:id/join-requests",
    "PUT /api/groups/join-requests/:id/sharing",
  ];
  expect(
    declared.filter((route) => !(route in LET_IN) && !route.includes(" /api/watchlist")).toSorted(),
  ).toEqual(others.toSorted());
});

test.each(writes)("%s by a stolen session gives no other account anything", async (route) => {
  const row = ACCESS[route];
  if (row === undefined) throw new Error(`${route} has no row.`);
  const best = Math.min(...row.statuses.filter((status) => status !== 401));
  const can = (role: (typeof ROLES)[number]) => row.statuses[ROLES.indexOf(role)] === best;
  const role = (["system administrator", "owner", "group admin", "member"] as const).find(can);
  const { path, init, ids, others } = await prepareCall(route, row, role ?? "stranger", "public");
  for (const give of Object.values(GIFTS)) await give(ids.group);
  const thieves = others.filter(({ mainCharacterName }) => mainCharacterName === ids.newcomer);
  const asker = others.at(role === "system administrator" ? 6 : 5);
  if (asker !== undefined) thieves.push(asker);
  const before = await Promise.all(thieves.map(readAll));
  const headers = new Headers(init.headers);
  headers.delete("cookie");
  await (await muster.send(path, { ...init, headers })).text();
  const [, token = ""] = headers.get("authorization")?.split(" ") ?? [];
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, await sha256(token)))
    .returning();
  for (const thief of thieves) {
    const { items } = await (await thief.api.groups.invitations.$get()).json();
    for (const { id } of items) {
      await thief.api.groups.invitations[":id"].accept.$post({ param: { id } });
    }
    await thief.api.groups[":id"].join.$post({ param: { id: ids.group } });
  }
  expect(await Promise.all(thieves.map(readAll))).toEqual(before);
  // The users of the scenes go on.
  if (ended.length > 0) await db.insert(sessions).values(ended).onConflictDoNothing();
});

/** What the account reads of what groups give. */
async function readAll({ sessionToken, proof }: BuiltUser) {
  const paths = [
    "/api/watchlist",
    `/api/groups/${reviewed.id}/join-requests`,
    `/api/rosters/${corporation}`,
  ];
  const read = paths.map(async (path) => {
    const headers = { authorization: `Bearer ${sessionToken}`, cookie: proofCookie(proof) };
    const response = await muster.send(path, { headers });
    const text = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, "");
    return [path, response.status, text];
  });
  return Promise.all(read);
}
