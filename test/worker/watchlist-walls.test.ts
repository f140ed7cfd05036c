import { afterAll, expect, test, vi } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { write } from "#test/support/answers/write.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import {
  evaluateAll,
  isMember,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { messageOf } from "#worker/applications/webhooks/messages.ts";
import { topicOf } from "#worker/discord/posts/lines.ts";
import { isShownGrace } from "#worker/requirements/problems.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { eq } from "drizzle-orm";

// Whoever keeps no watchlist asks the same questions in two worlds: without an entry, and with one that refuses a member and an
// applicant. As long as nobody has left, the answers are equal byte for byte.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => vi.useRealTimers());

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const owner = await buildUser(muster, { name: "Owner Pilot" });
const groupAdmin = await buildUser(muster, { name: "Admin Pilot" });
const reviewer = await buildUser(muster, { name: "Reviewer Pilot" });
const member = await buildUser(muster, { name: "Refused Member" });
const applicant = await buildUser(muster, { name: "Refused Applicant" });
const other = await buildUser(muster, { name: "Other Applicant" });
const keeper = await buildUser(muster, { name: "Keeper Pilot" });
const group = await buildGroup(muster, {
  owner,
  admins: [groupAdmin],
  members: [member],
  joinMode: "approval",
  name: "Asking House",
});
const recruiters = await buildGroup(muster, { owner, members: [reviewer], name: "Recruiters" });
const keepers = await buildGroup(muster, { owner: admin, members: [keeper], name: "Keepers" });
await owner.api.groups[":id"].form.$put({
  param: { id: group.id },
  json: { version: null, form: null, reviewerGroupId: recruiters.id },
});
await admin.api.watchlist.keepers.$put({ json: { groupId: keepers.id } });
await saveRule(admin, group.id, ruleOf({ type: "cleared" }, { graceDays: 3 }));
const either = await buildGroup(muster, { owner, members: [member], name: "Either House" });
await saveRule(
  admin,
  either.id,
  ruleOf(
    { type: "any", of: [{ type: "cleared" }, { type: "member_of", groupIds: [recruiters.id] }] },
    { graceDays: 3 },
  ),
);
const [requestId, otherRequestId] = [
  await buildRequest(muster, group, applicant),
  await buildRequest(muster, group, other),
];
const {
  secret,
  ids: _program,
  ...programRows
} = await prepareProgram(muster, {
  groupIds: [group.id],
  isWriter: true,
});
await write(muster, { statements: programRows.statements });
vi.setSystemTime(Date.now() + DAY_MS);
await db.update(sessions).set({ provenAt: new Date() });
await write(muster, prepareReview(muster, group));
await evaluateAll(muster);

const bearer = ({ sessionToken, proof }: BuiltUser) => ({
  authorization: `Bearer ${sessionToken}`,
  cookie: proofCookie(proof),
});
const READERS: Record<string, Record<string, string>> = {
  "the owner": bearer(owner),
  "an admin of the group": bearer(groupAdmin),
  "a reviewer": bearer(reviewer),
  "an application": { authorization: `Bearer ${secret}` },
};
const QUESTIONS: [method: string, path: string, body?: unknown][] = [
  ["GET", `/api/groups/${either.id}`],
  ["GET", `/api/groups/${either.id}/members`],
  ["GET", `/api/groups/${either.id}/members?problem=grace`],
  ["GET", `/api/groups/${either.id}/activity`],
  ["GET", `/api/groups/${group.id}`],
  ["GET", `/api/groups/${group.id}/members`],
  ["GET", `/api/groups/${group.id}/members?problem=grace`],
  ["GET", `/api/groups/${group.id}/members?problem=unknown`],
  ["GET", `/api/groups/${group.id}/members?search=refused`],
  ["GET", `/api/groups/${group.id}/activity`],
  ["GET", `/api/groups/${group.id}/join-requests`],
  ["GET", `/api/groups/join-requests/${requestId}`],
  ["GET", `/api/groups/join-requests/${otherRequestId}`],
  ["GET", `/api/watchlist/requests/${requestId}`],
  ["GET", `/api/watchlist/hits?users=${member.userId},${applicant.userId},${other.userId}`],
  ["GET", "/api/watchlist/hits?users="],
  ["GET", `/api/characters/${member.mainCharacterId}/card`],
  ["GET", `/api/groups/${group.id}/review`],
  ["GET", "/api/groups/waiting"],
  ["GET", "/api/access"],
  ["POST", `/api/groups/${group.id}/requirements/preview`, { rule: null }],
  [
    "POST",
    `/api/groups/${group.id}/requirements/check`,
    { rule: null, characterName: "Refused Member" },
  ],
  [
    "POST",
    `/api/v1/groups/${group.id}/members?preview=1`,
    { action: "add", pilots: [applicant.userId, other.userId] },
  ],
  ["GET", `/api/v1/groups/${group.id}/members`],
];

async function ask(headers: Record<string, string>) {
  const answers = [];
  for (const [method, path, body] of QUESTIONS) {
    const response = await muster.send(path, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, "");
    answers.push([`${method} ${path}`, response.status, text]);
  }
  return answers;
}
const askAll = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(READERS).map(async ([who, headers]) => [who, await ask(headers)] as const),
    ),
  );
await askAll();
const without = await askAll();

test("owners, admins, reviewers and applications get the answers of a world without the watchlist", async () => {
  for (const { mainCharacterId } of [member, applicant]) {
    const added = await admin.api.watchlist.$post({
      json: {
        subject: "pilot",
        eveId: mainCharacterId,
        name: "Vantar",
        level: "refuse",
        reason: "Took the capital fund.",
        link: null,
        months: null,
      },
    });
    expect(added.status).toBe(201);
  }
  await evaluateAll(muster);
  expect(await askAll()).toEqual(without);
  // Neither a channel of Discord nor a webhook is told that a grace period begins or ends.
  const [begun] = await db.select().from(auditEvents).where(eq(auditEvents.kind, "grace_started"));
  if (begun === undefined) throw new Error("No grace period has begun.");
  const told = (kind: "grace_started" | "grace_ended", { detail } = { detail: begun.detail }) => {
    const about = { userId: begun.subjectId, mainId: 1, mainName: "Member", operationGroups: null };
    const row = { ...begun, kind, detail, ...about };
    return [
      topicOf(row),
      messageOf(row, { topics: ["grace.started"], claims: [] })?.topic,
      isShownGrace(row),
    ];
  };
  expect(told("grace_started")).toEqual([undefined, undefined, false]);
  expect(told("grace_ended")).toEqual([undefined, undefined, false]);
  const { causes: _, ...detail } = begun.detail;
  expect(told("grace_started", { detail })).toEqual(["grace", "grace.started", true]);
  // An administrator reads what is so.
  const grace = await admin.api.groups[":id"].members.$get({
    param: { id: group.id },
    query: { problem: "grace" },
  });
  expect((await grace.json()).items).toHaveLength(1);
});

test("whom only the watchlist refuses waits for the administrators, whoever lets them in", async () => {
  for (const who of [owner, reviewer]) {
    await expectRefusal(
      who.api.groups["join-requests"][":id"].approve.$post({ param: { id: requestId } }),
      409,
      "waits for a decision of the system administrators",
    );
  }
  await expectRefusal(
    admin.api.groups["join-requests"][":id"].approve.$post({ param: { id: requestId } }),
    409,
    "does not meet the requirements",
  );
  const eventsBefore = await db.$count(auditEvents, eq(auditEvents.kind, "members_changed"));
  const add = (pilots: string[]) =>
    muster.send(`/api/v1/groups/${group.id}/members`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ action: "add", pilots }),
    });
  const answer = await add([applicant.userId]);
  expect(await answer.json()).toMatchObject({
    items: [{ pilot: applicant.userId, outcome: "held", isMember: false }],
  });
  expect(await db.$count(auditEvents, eq(auditEvents.kind, "members_changed"))).toBe(
    eventsBefore + 1,
  );
  expect(await (await add([applicant.userId, other.userId])).json()).toMatchObject({
    items: [{ outcome: "held" }, { outcome: "added", isMember: true }],
  });
  expect(await isMember(muster, group.id, applicant.userId)).toBe(false);
  expect(await isMember(muster, group.id, other.userId)).toBe(true);
});

test("a preview that says whose characters these are is an event, and counted", async () => {
  await db.delete(watchEntries);
  await db.delete(characterAffiliations);
  const preview = () =>
    keeper.api.watchlist.preview.$get({
      query: { subject: "pilot", eveId: String(applicant.mainCharacterId), level: "watch" },
    });
  expect((await preview()).status).toBe(200);
  const views = await db
    .select({ actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(eq(auditEvents.kind, "watch_list_viewed"));
  expect(views.map(({ actorId }) => actorId)).toContain(keeper.userId);
  const { DAILY_LIMITS } = muster.context.config;
  const limit = DAILY_LIMITS.looks;
  DAILY_LIMITS.looks = 2;
  expect((await preview()).status).toBe(200);
  await expectRefusal(preview(), 429);
  DAILY_LIMITS.looks = limit;
});
