import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { webhookTopicSchema } from "#shared/applications/webhooks.ts";
import type { AddWatchEntry } from "#shared/watchlist.ts";
import { FLEETS, prepareProgram } from "#test/support/applications/application-rows.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { write } from "#test/support/answers/write.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  isMember,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { app } from "#worker/app/app.ts";
import { messageOf } from "#worker/applications/webhooks/messages.ts";
import { webhookDeliveries, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { sessions, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { discordFeeds } from "#worker/db/schema/discord-posts.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { topicOf } from "#worker/discord/posts/lines.ts";
import { isShownGrace } from "#worker/requirements/problems.ts";

// Everything that attackers can read is read with an empty list, and again with entries about them and about people whom they know:
// nothing may differ, not by a byte, a header, or a row that D1 read.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => vi.useRealTimers());

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);
const stranger = await buildUser(muster, { name: "Stranger Pilot" });
const concerned = await buildUser(muster, { name: "Concerned Pilot", alts: ["Concerned Alt"] });
const owner = await buildUser(muster, { name: "Owner Pilot" });
const other = await buildUser(muster, { name: "Other Pilot" });
const refused = await buildUser(muster, { name: "Refused Pilot" });
const groupAdmin = await buildUser(muster, { name: "Admin Pilot" });
const plain = await buildGroup(muster, { owner, members: [concerned, other], name: "Plain House" });
const asking = await buildGroup(muster, {
  owner,
  admins: [groupAdmin],
  members: [concerned, other],
  name: "Asking House",
});
const either = await buildGroup(muster, { owner, members: [other], name: "Either House" });
const reviewing = await buildGroup(muster, {
  owner,
  joinMode: "approval",
  name: "Reviewing House",
});
const reviewer = await buildUser(muster, { name: "Reviewer Pilot" });
const recruiters = await buildGroup(muster, { owner, members: [reviewer], name: "Recruiters" });
await owner.api.groups[":id"].form.$put({
  param: { id: reviewing.id },
  json: { version: null, form: null, reviewerGroupId: recruiters.id },
});
// A pilot with hits asks to join: neither the owner nor the reviewers keep the list.
const requestId = await buildRequest(muster, reviewing, concerned);
const refusedRequestId = await buildRequest(muster, asking, refused);
await write(muster, prepareReview(muster, asking));
const {
  secret,
  ids: programIds,
  ...programRows
} = await prepareProgram(muster, {
  groupIds: [plain.id, asking.id],
  isWriter: true,
});
await write(muster, programRows);
await db.update(webhooks).set({ topics: webhookTopicSchema.options });
const saved = await saveRule(
  admin,
  asking.id,
  ruleOf(
    { type: "all", of: [{ type: "cleared" }, { type: "account_age", days: 1 }] },
    { graceDays: 3 },
  ),
);
await saveRule(
  admin,
  either.id,
  ruleOf({
    type: "any",
    of: [{ type: "cleared" }, { type: "member_of", groupIds: [recruiters.id] }],
  }),
);
const AS_OF = new Date().toISOString();
vi.setSystemTime(Date.now() + 2 * DAY_MS);
await evaluateAll(muster);

const bearer = ({ sessionToken }: BuiltUser) => ({ authorization: `Bearer ${sessionToken}` });
const ATTACKERS: Record<string, Record<string, string>> = {
  "without a session": {},
  "a stranger": bearer(stranger),
  "the person concerned": bearer(concerned),
  "an owner of their groups": bearer(owner),
  "an admin of their group": bearer(groupAdmin),
  "a reviewer of their request who keeps no list": bearer(reviewer),
  "an application": { authorization: `Bearer ${secret}` },
};
type Attacker = keyof typeof ATTACKERS;

/** What stands for the parameters of a path, by its beginning. */
const IDS: [path: string, id: string][] = [
  ["/api/groups", asking.id],
  ["/api/groups", reviewing.id],
  ["/api/groups", either.id],
  ["/api/groups/join-requests", requestId],
  ["/api/watchlist/requests", requestId],
  ["/api/groups/join-requests", refusedRequestId],
  ["/api/watchlist/requests", refusedRequestId],
  ["/api/v1/groups", plain.id],
  ["/api/v1/groups", asking.id],
  ["/api/characters", String(concerned.mainCharacterId)],
  ["/api/characters", String(concerned.characterIds[1])],
  ["/api/admin/pilots", concerned.userId],
  ["/api/v1", concerned.userId],
];

/** An entry whose id attackers have learned, from the log say. */
const ENTRY = "entry-of-the-log";

/** What changes the list, and what takes it away: by keepers alone. */
function changes(): [method: string, path: string, body?: unknown][] {
  const entry = watchEntry({ eveId: concerned.mainCharacterId });
  return [
    ["POST", "/api/watchlist", entry],
    ["POST", "/api/watchlist/export"],
    ["POST", "/api/watchlist/import", { entries: [entry] }],
    ["PUT", "/api/watchlist/keepers", { groupId: plain.id }],
    ["PUT", "/api/watchlist/discord-feed", { target: { kind: "same" } }],
    ["DELETE", "/api/watchlist/discord-feed"],
    ["GET", "/api/watchlist?show=new&search=vantar"],
    ...[ENTRY, "none"].flatMap((id): [string, string, unknown?][] => [
      ["PATCH", `/api/watchlist/${id}`, { level: "watch" }],
      ["POST", `/api/watchlist/${id}/seen`],
      ["DELETE", `/api/watchlist/${id}`],
    ]),
  ];
}

/** What programs write, and what they try without a trace. */
function programCalls(): [method: string, path: string, body: unknown][] {
  const pilots = [concerned, other, refused, stranger].map(({ userId }) => userId);
  const values = pilots.map((pilot) => ({ pilot, value: 2 }));
  const members = (id: string, body: object): [string, string, unknown] => [
    "POST",
    `/api/v1/groups/${id}/members?preview=1`,
    { pilots, ...body },
  ];
  return [
    ["PUT", `/api/v1/facts/${FLEETS}`, { asOf: AS_OF, values }],
    ["POST", "/api/v1/pilots/lookup", { characterIds: concerned.characterIds }],
    ["POST", "/api/v1/pilots/lookup", { names: ["Concerned Alt", "Refused Pilot"] }],
    ...[asking.id, plain.id].flatMap((id) => [
      members(id, { action: "add" }),
      members(id, { action: "remove", reason: "Rest." }),
      members(id, { action: "set_end", days: 30 }),
    ]),
  ];
}

/** Every GET of the product, with the people and groups of this test, and what owners and programs ask by POST. */
function calls(): [method: string, path: string, body?: unknown][] {
  const paths = app.routes.flatMap(({ method, path }) => {
    // Each export is an event: it is looked at below.
    if (method !== "GET" || path === "/api/account/export") return [];
    if (!path.includes(":")) return [path];
    const found = IDS.filter(([start]) => path.startsWith(start)).map(([, id]) => id);
    return [...found, "none"].map((id) => path.replaceAll(/:\w+(?:\{[^}]*\})?/g, id));
  });
  const names = ["Concerned Pilot", "Concerned Alt", "Other Pilot", "Refused Pilot"];
  const searches = [
    "/api/characters/search?q=concerned",
    "/api/groups?search=house",
    "/api/characters/search?q=other",
    "/api/characters/search?q=refused",
    ...["problem=grace", "problem=unknown", "search=other"].map(
      (query) => `/api/groups/${asking.id}/members?${query}`,
    ),
  ];
  const drafts = [asking.id, plain.id].flatMap((id) =>
    [
      null,
      ruleOf({ type: "account_age", days: 1 }),
      ruleOf({ type: "discord_linked" }),
      ruleOf({ type: "cleared" }),
    ].flatMap((rule): [string, string, unknown][] => [
      ["POST", `/api/groups/${id}/requirements/preview`, { rule }],
      ...names.map((characterName): [string, string, unknown] => [
        "POST",
        `/api/groups/${id}/requirements/check`,
        { rule, characterName },
      ]),
    ]),
  );
  return [
    ...[...new Set([...paths, ...searches])].map((path): [string, string] => ["GET", path]),
    ...drafts,
    ...changes(),
    ...programCalls(),
    ["GET", `/api/watchlist/hits?users=${concerned.userId},${refused.userId},none`],
    ["GET", `/api/watchlist/preview?subject=pilot&eveId=${concerned.mainCharacterId}&level=refuse`],
  ];
}

/** What may be read more, by D1's count, where a rule asks for the watchlist: own requirements, and a grace period that is not shown. */
const FEW_ROWS = 10;
const asksForList = (call: string) =>
  ["GET /api/access", asking.id, either.id].some((part) => call.includes(part));

/** What an attacker sees of an answer: all of it, and what it cost. */
async function look(attacker: Attacker, [method, path, body]: ReturnType<typeof calls>[number]) {
  muster.costs.reset();
  const response = await muster.send(path, {
    method,
    headers: { ...ATTACKERS[attacker], "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, "");
  const headers = [...response.headers]
    .filter(([name]) => !["x-request-id", "set-cookie", "date"].includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  const { roundTrips, rowsRead } = muster.costs;
  return { status: response.status, text, headers, roundTrips, rowsRead };
}

async function lookAtAll(attacker: Attacker) {
  const seen = new Map<string, Awaited<ReturnType<typeof look>>>();
  for (const call of calls())
    seen.set(
      call.slice(0, 2).join(" ") + JSON.stringify(call[2] ?? ""),
      await look(attacker, call),
    );
  return seen;
}

const names = Object.keys(ATTACKERS);
const before = new Map<Attacker, Awaited<ReturnType<typeof lookAtAll>>>();
// The first looks may write: a session, an event of a look, the facts of the application.
for (const attacker of names) await lookAtAll(attacker);
for (const attacker of names) before.set(attacker, await lookAtAll(attacker));

const REASON = "Took the capital fund.";
/** As after a sign-in: the list opens for twelve hours. */
const prove = () =>
  db.update(sessions).set({ provenAt: new Date() }).where(eq(sessions.userId, admin.userId));

async function add(given: Partial<AddWatchEntry> & Pick<AddWatchEntry, "eveId">) {
  const json = watchEntry({
    name: "Vantar Freight",
    reason: REASON,
    link: "https://example.com/vantar",
    ...given,
  });
  await prove();
  const response = await admin.api.watchlist.$post({ json });
  expect(response.status).toBe(201);
}

const CORPORATION = 98_900_001;

/** The keepers' channel, which triggers count hits for. */
const channel = {
  id: "watchlist",
  targetId: "1",
  targetName: "keepers",
  topics: [],
  afterSeq: 0,
  waitsUntil: new Date(0),
  origin: "https://muster.test",
};

test("entries with hits and a channel change nothing that a stranger, the person, an owner or an application sees", async () => {
  await db.insert(discordFeeds).values(channel);
  await add({ eveId: concerned.mainCharacterId });
  await add({ eveId: other.mainCharacterId, level: "refuse" });
  await add({ eveId: owner.mainCharacterId });
  expect(saved.status).toBe(200);
  await add({ eveId: refused.mainCharacterId, level: "refuse" });
  await add({ eveId: CORPORATION, subject: "corporation", level: "refuse" });
  await db.insert(watchEntries).values({
    id: ENTRY,
    subject: "alliance",
    eveId: 99_900_001,
    name: "Vantar Pact",
    level: "refuse",
    reason: REASON,
    createdAt: new Date(),
    until: new Date(Date.now() + 30 * DAY_MS),
  });
  await admin.api.watchlist.$get({ query: {} });
  await evaluateAll(muster);
  expect(await db.$count(watchHits)).toBe(4);
  expect(await db.select({ dueSeq: discordFeeds.dueSeq }).from(discordFeeds)).toEqual([
    { dueSeq: 4 },
  ]);
  const told: unknown[] = [];
  for (const attacker of names) {
    const now = await lookAtAll(attacker);
    for (const [call, seen] of before.get(attacker) ?? []) {
      const after = now.get(call);
      for (const field of keysOf(seen)) {
        if (JSON.stringify(after?.[field]) === JSON.stringify(seen[field])) continue;
        const rows = (after?.rowsRead ?? 0) - seen.rowsRead;
        if (field === "rowsRead" && asksForList(call) && rows <= FEW_ROWS) continue;
        told.push([attacker, call, field, seen[field], after?.[field]]);
      }
    }
  }
  expect(told).toEqual([]);
  expect(
    await db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, programIds.webhook)),
  ).toBe(1);
});

test("neither a channel of Discord nor a webhook is told of a grace period that the watchlist began", async () => {
  const [begun] = await db.select().from(auditEvents).where(eq(auditEvents.kind, "grace_started"));
  if (begun === undefined) throw new Error("No grace period has begun.");
  const toldOf = (kind: "grace_started" | "grace_ended", detail = begun.detail) => {
    const about = { userId: begun.subjectId, mainId: 1, mainName: "Member", operationGroups: null };
    const row = { ...begun, kind, detail, ...about };
    return [
      topicOf(row),
      messageOf(row, { topics: ["grace.started"], claims: [] })?.topic,
      isShownGrace(row),
    ];
  };
  expect(toldOf("grace_started")).toEqual([undefined, undefined, false]);
  expect(toldOf("grace_ended")).toEqual([undefined, undefined, false]);
  const { causes: _, ...detail } = begun.detail;
  expect(toldOf("grace_started", detail)).toEqual(["grace", "grace.started", true]);
  const query = { problem: "grace" } as const;
  const grace = await admin.api.groups[":id"].members.$get({ param: { id: asking.id }, query });
  expect((await grace.json()).items).toHaveLength(1);
});

test("a refused user learns that an administrators' condition is not met, and no other user learns why", async () => {
  await add({ eveId: concerned.characterIds[1] ?? 0, level: "refuse" });
  await evaluateAll(muster);
  const [entry] = await db.select().from(watchEntries).where(eq(watchEntries.level, "refuse"));
  const secrets = [REASON, "Vantar", "vantar", "watch", entry?.id ?? ""];
  for (const attacker of names) {
    for (const [call, { text }] of await lookAtAll(attacker)) {
      const found = secrets.filter((one) => text.includes(one) && !call.includes("openapi"));
      expect([attacker, call, found]).toEqual([attacker, call, []]);
    }
  }
  const own = await concerned.api.groups[":id"].requirements.$get({ param: { id: asking.id } });
  const { problem, rule } = await own.json();
  const reading = { fact: null, unknown: null, asOf: null };
  expect(problem?.causes).toMatchObject([
    { outcome: "unmet", condition: { type: "cleared" }, character: null, reading },
  ]);
  expect(rule?.explained).toMatchObject({
    of: [{ condition: { type: "cleared" }, outcome: "unmet", reading }, { outcome: "met" }],
  });
  const members = await owner.api.groups[":id"].members.$get({
    param: { id: asking.id },
    query: { problem: "grace" },
  });
  const { items } = await members.json();
  expect(items).toEqual([]);
  const log = await owner.api.groups[":id"].activity.$get({ param: { id: asking.id }, query: {} });
  const events = (await log.json()).items.filter(({ kind }) => kind === "grace_started");
  expect(events).toEqual([]);
});

test("an end by a refusal is told to applications and in the log as every other end", async () => {
  vi.setSystemTime(Date.now() + 4 * DAY_MS);
  await evaluateAll(muster);
  vi.setSystemTime(Date.now() + HOUR_MS);
  await evaluateAll(muster);
  expect(await isMember(muster, asking.id, concerned.userId)).toBe(false);
  const deliveries = await db.select().from(webhookDeliveries);
  expect(deliveries.length).toBeGreaterThan(1);
  // A grace period that the watchlist began is told to no application.
  expect(new Set(deliveries.map(({ topic }) => topic))).toEqual(
    new Set(["member.joined", "member.left"]),
  );
  expect(JSON.stringify(deliveries)).not.toMatch(/cleared|watch|Vantar|Took/);
  const log = await owner.api.groups[":id"].activity.$get({ param: { id: asking.id }, query: {} });
  expect(
    JSON.stringify((await log.json()).items.filter(({ kind }) => kind !== "requirements_updated")),
  ).not.toMatch(/cleared|watch/);
  const { events } = await (await concerned.api.auth.events.$get()).json();
  expect(JSON.stringify(events)).not.toMatch(/watch|Vantar|Took|Concerned Alt/);
});

test("a change of corporation that is a hit reads the same rows as one that is none, but for the hit", async () => {
  const [watched, free] = await buildUsers(muster, 2);
  const move = async ({ mainCharacterId: characterId }: BuiltUser, corporationId: number) => {
    muster.costs.reset();
    await db
      .insert(characterAffiliations)
      .values({ characterId, corporationId, allianceId: null, asOf: new Date() });
    return muster.costs.rowsRead;
  };
  const [none, hit] = [await move(free, CORPORATION + 1), await move(watched, CORPORATION)];
  expect(hit - none).toBeLessThan(20);
  const kinds = await db
    .select({ kind: auditEvents.kind })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, watched.userId));
  expect(kinds.map(({ kind }) => kind)).toEqual([]);
});

test("whom only the watchlist refuses waits for the administrators, whoever lets them in", async () => {
  await db.update(sessions).set({ provenAt: new Date() });
  const approve = (who: BuiltUser) =>
    who.api.groups["join-requests"][":id"].approve.$post({ param: { id: refusedRequestId } });
  const waits = "waits for a decision of the system administrators";
  for (const who of [owner, groupAdmin]) await expectRefusal(approve(who), 409, waits);
  await expectRefusal(approve(admin), 409, "does not meet the requirements");
  const countChanges = () => db.$count(auditEvents, eq(auditEvents.kind, "members_changed"));
  const before = await countChanges();
  const newcomer = await buildUser(muster);
  await db
    .update(users)
    .set({ createdAt: new Date(0) })
    .where(eq(users.id, newcomer.userId));
  const addByProgram = async (...pilots: BuiltUser[]) => {
    const response = await muster.send(`/api/v1/groups/${asking.id}/members`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ action: "add", pilots: pilots.map(({ userId }) => userId) }),
    });
    return response.json();
  };
  expect(await addByProgram(refused)).toMatchObject({
    items: [{ pilot: refused.userId, outcome: "held", isMember: false }],
  });
  expect(await countChanges()).toBe(before + 1);
  expect(await addByProgram(refused, newcomer)).toMatchObject({
    items: [{ outcome: "held" }, { outcome: "added", isMember: true }],
  });
  expect(await isMember(muster, asking.id, refused.userId)).toBe(false);
  expect(await isMember(muster, asking.id, newcomer.userId)).toBe(true);
});

test("a preview that says whose characters these are is an event, and counted", async () => {
  await db.delete(watchEntries);
  const keepers = await buildGroup(muster, { owner: stranger });
  await admin.api.watchlist.keepers.$put({ json: { groupId: keepers.id } });
  const views = () => db.$count(auditEvents, eq(auditEvents.kind, "watch_list_viewed"));
  await db.delete(auditEvents).where(eq(auditEvents.kind, "watch_list_viewed"));
  const preview = () =>
    stranger.api.watchlist.preview.$get({
      query: { subject: "pilot", eveId: String(refused.mainCharacterId), level: "watch" },
    });
  expect((await preview()).status).toBe(200);
  expect(await views()).toBe(1);
  const { DAILY_LIMITS } = muster.context.config;
  DAILY_LIMITS.looks = 2;
  expect((await preview()).status).toBe(200);
  await expectRefusal(preview(), 429);
});
