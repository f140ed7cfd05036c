import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { FormContent, SaveForm } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { groupForms } from "#worker/db/schema/group-forms.ts";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, eventsOf } from "#test/support/people/group-builders.ts";
import { inAlliance, ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const muster = await startMuster();

const FORM: FormContent = {
  introduction: "Fly safe.",
  questions: [
    { kind: "text", id: "why", text: "Why us?", isRequired: true },
    {
      kind: "choice",
      id: "role",
      text: "Your role",
      isRequired: true,
      options: ["Carrier", "FAX"],
    },
    { kind: "choices", id: "when", text: "When?", isRequired: false, options: ["Day", "Night"] },
    { kind: "number", id: "years", text: "Years", isRequired: false },
    { kind: "yes_no", id: "cyno", text: "A cyno?", isRequired: false },
    { kind: "link", id: "board", text: "Killboard", isRequired: false },
  ],
  sections: [],
  whose: "main",
  shareDays: 0,
};
const ANSWERS = { why: "Capitals", role: "FAX", when: ["Day"], years: 4, cyno: true };

const buildScene = async () => {
  const [owner, recruiter, tovi] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster),
    buildUser(muster, { name: "Tovi Renn" }),
  ]);
  const group = await buildGroup(muster, { owner, joinMode: "approval", name: "Capitals" });
  const recruiters = await buildGroup(muster, { owner, members: [recruiter], name: "Recruiters" });
  return { owner, recruiter, tovi, group, recruiters };
};
const save = (who: BuiltUser, id: string, given: Partial<SaveForm>) =>
  who.api.groups[":id"].form.$put({
    param: { id },
    json: { version: null, form: FORM, reviewerGroupId: null, ...given },
  });
const read = async (who: BuiltUser, id: string) =>
  (await who.api.groups[":id"].form.$get({ param: { id } })).json();
const ask = (who: BuiltUser, id: string, answers?: Record<string, unknown>, version = 1) =>
  who.api.groups[":id"]["join-requests"].$post({
    param: { id },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- also answers that are none
    json: { ...(answers && { form: { version, answers: answers as typeof ANSWERS } }) },
  });
const page = (who: BuiltUser, id: string) =>
  who.api.groups["join-requests"][":id"].$get({ param: { id } });
const ownPage = (who: BuiltUser, id: string) =>
  who.api.groups["join-requests"][":id"].own.$get({ param: { id } });

test("a question may have the name of what every object has", async () => {
  const { owner, tovi, group } = await buildScene();
  const ids = ["constructor", "toString", "valueOf", "hasOwnProperty", "__defineGetter__"];
  const questions = ids.map((id) => ({ kind: "text" as const, id, text: id, isRequired: true }));
  expect((await save(owner, group.id, { form: { ...FORM, questions } })).status).toBe(204);
  await expectRefusal(ask(tovi, group.id, { toString: "Yes" }), 400);
  const answers = Object.fromEntries(ids.map((id) => [id, "Yes"]));
  const response = await ask(tovi, group.id, answers);
  expect(response.status).toBe(201);
  const proto = [{ kind: "text" as const, id: "__proto__", text: "No", isRequired: true }];
  await expectRefusal(save(owner, group.id, { form: { ...FORM, questions: proto } }), 400);
});

test("an owner writes a form, a pilot answers it, and the request keeps the version that was shown", async () => {
  const { owner, tovi, group } = await buildScene();
  expect((await save(owner, group.id, {})).status).toBe(204);
  expect(await read(tovi, group.id)).toEqual({
    version: 1,
    form: FORM,
    reviewers: {
      managers: [expect.objectContaining({ name: "Mira Tal", role: "owner" })],
      group: null,
    },
  });
  const asked = await ask(tovi, group.id, ANSWERS);
  expect(asked.status).toBe(201);
  const { id } = await asked.json();
  expect(
    (await save(owner, group.id, { version: 1, form: { ...FORM, questions: [] } })).status,
  ).toBe(204);
  expect(await (await page(owner, id)).json()).toMatchObject({
    id,
    groupName: "Capitals",
    mainCharacterName: "Tovi Renn",
    answered: { version: 1, form: FORM, answers: ANSWERS },
  });
  expect(await (await ownPage(tovi, id)).json()).toMatchObject({
    status: "pending",
    answered: { version: 1, answers: ANSWERS },
  });
  expect(await read(tovi, group.id)).toMatchObject({ version: 2, form: { questions: [] } });
  expect(await eventsOf(muster, group.id)).toEqual([
    "form_updated",
    "request_made",
    "form_updated",
  ]);
});

test("answers that the form does not allow are refused with the question", async () => {
  const { owner, tovi, group } = await buildScene();
  await save(owner, group.id, {});
  await expectRefusal(ask(tovi, group.id), 409, "Capitals asks questions");
  for (const [answers, message] of [
    [{ role: "FAX" }, "This question needs an answer: Why us?"],
    [{ ...ANSWERS, why: "  " }, "This question needs an answer: Why us?"],
    [{ ...ANSWERS, role: "Titan" }, "Your role"],
    [{ ...ANSWERS, when: ["Day", "Day"] }, "When?"],
    [{ ...ANSWERS, when: ["Dusk"] }, "When?"],
    [{ ...ANSWERS, years: "4" }, "Years"],
    [{ ...ANSWERS, cyno: "yes" }, "A cyno?"],
    [{ ...ANSWERS, board: "javascript:alert(1)" }, "Killboard"],
    [{ ...ANSWERS, other: "x" }, "One of the answers belongs to no question."],
  ] as const) {
    await expectRefusal(ask(tovi, group.id, answers), 400, message);
  }
  await expectRefusal(ask(tovi, group.id, ANSWERS, 2), 409, "The form of Capitals has changed");
});

test("a form of two editors is saved once, and one that nobody answered is forgotten", async () => {
  const { owner, group } = await buildScene();
  await save(owner, group.id, {});
  await expectRefusal(save(owner, group.id, { form: null }), 409, "has changed");
  await save(owner, group.id, { version: 1, form: null });
  expect(await read(owner, group.id)).toMatchObject({ version: null, form: null });
  await save(owner, group.id, {});
  expect(await read(owner, group.id)).toMatchObject({ version: 2 });
  const kept = await muster.context.db.select().from(groupForms);
  expect(kept.filter(({ groupId }) => groupId === group.id).map(({ version }) => version)).toEqual([
    2,
  ]);
});

test("members of the reviewing group review requests, and nothing else of the group", async () => {
  const { owner, recruiter, tovi, group, recruiters } = await buildScene();
  const { id } = await (await ask(tovi, group.id)).json();
  expect((await page(recruiter, id)).status).toBe(404);
  await expectRefusal(
    save(owner, group.id, { form: null, reviewerGroupId: group.id }),
    400,
    "Choose another group",
  );
  expect((await save(owner, group.id, { form: null, reviewerGroupId: recruiters.id })).status).toBe(
    204,
  );
  expect(await read(tovi, group.id)).toMatchObject({
    reviewers: { group: { name: "Recruiters", memberCount: 2 } },
  });
  expect((await page(recruiter, id)).status).toBe(200);
  const { can } = await (
    await recruiter.api.groups[":id"].$get({ param: { id: group.id } })
  ).json();
  expect(Object.entries(can).filter(([, may]) => may)).toEqual([
    ["request", true],
    ["reviewRequests", true],
  ]);
  expect(await (await recruiter.api.groups.waiting.$get()).json()).toMatchObject({
    requests: [{ groupId: group.id, count: 1 }],
  });
  const approve = recruiter.api.groups["join-requests"][":id"].approve;
  expect((await approve.$post({ param: { id } })).status).toBe(204);
  await recruiter.api.groups[":id"].leave.$post({ param: { id: recruiters.id } });
  expect((await page(recruiter, id)).status).toBe(404);
});

test("a withdrawn request has no page, and a decided one has a page for 90 days", async () => {
  const { owner, tovi, group } = await buildScene();
  const { id } = await (await ask(tovi, group.id)).json();
  const requests = tovi.api.groups["join-requests"][":id"];
  expect((await ownPage(owner, id)).status).toBe(404);
  const { db } = muster.context;
  const corporationId = 98_000_055;
  const characterId = tovi.mainCharacterId;
  await db.insert(corporations).values(corporationRow(corporationId, "Renn Works", "RENN"));
  await db
    .insert(characterAffiliations)
    .values({ characterId, corporationId, allianceId: null, asOf: new Date() });
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + DAY_MS), suspensionReason: "Spying" })
    .where(eq(users.id, tovi.userId));
  expect(await (await page(owner, id)).json()).toMatchObject({ facts: { ticker: "RENN" } });
  await owner.api.groups["join-requests"][":id"].reject.$post({ param: { id }, json: {} });
  expect(await (await page(owner, id)).json()).toMatchObject({
    status: "rejected",
    mainCharacterName: null,
    suspension: null,
    facts: { corporationId: null, ticker: null },
  });
  await db.update(users).set({ suspendedUntil: null }).where(eq(users.id, tovi.userId));
  await db.update(joinRequests).set({ decidedAt: new Date(Date.now() - 90 * DAY_MS) });
  expect((await page(owner, id)).status).toBe(404);
  const second = await (await ask(tovi, group.id)).json();
  await requests.withdraw.$post({ param: { id: second.id } });
  expect((await page(owner, second.id)).status).toBe(404);
  expect(await (await ownPage(tovi, second.id)).json()).toMatchObject({ status: "withdrawn" });
});

test("a reviewer reads whether the applicant meets the requirements and what is missing, and filters the list by who talks and for how long", async () => {
  const { owner, recruiter, tovi, group } = await buildScene();
  const other = await buildUser(muster, { name: "Juno Castellan" });
  const { id } = await (await ask(tovi, group.id)).json();
  await ask(other, group.id);
  const requirementsOf = async (who: BuiltUser) =>
    (await (await page(who, id)).json()).requirements;
  expect(await requirementsOf(owner)).toBeNull();
  const allianceId = 99_000_077;
  const characterId = tovi.mainCharacterId;
  const isIn = (corporationId: number, alliance: number | null) =>
    muster.context.db
      .insert(characterAffiliations)
      .values({ characterId, corporationId, allianceId: alliance, asOf: new Date() })
      .onConflictDoUpdate({
        target: characterAffiliations.characterId,
        set: { allianceId: alliance },
      });
  await isIn(98_000_077, null);
  expect((await saveRule(owner, group.id, ruleOf(inAlliance("main", allianceId)))).status).toBe(
    200,
  );
  expect(await requirementsOf(owner)).toMatchObject({
    outcome: "unmet",
    causes: [
      {
        condition: { type: "alliance" },
        outcome: "unmet",
        character: { characterName: "Tovi Renn" },
      },
    ],
  });
  await isIn(98_000_077, allianceId);
  expect(await requirementsOf(owner)).toEqual({ outcome: "met", causes: [] });
  expect((await page(recruiter, id)).status).toBe(404);

  await muster.context.db
    .update(joinRequests)
    .set({ createdAt: new Date(Date.now() - 4 * DAY_MS) })
    .where(eq(joinRequests.id, id));
  const names = async (query: { waiting?: string; assignee?: string }) => {
    const param = { id: group.id };
    const list = owner.api.groups[":id"]["join-requests"].$get({ param, query });
    const { items, total } = await (await list).json();
    expect(total).toBe(items.length);
    return items.map(({ mainCharacterName }) => mainCharacterName);
  };
  expect(await names({})).toEqual(["Tovi Renn", "Juno Castellan"]);
  expect(await names({ waiting: "3" })).toEqual(["Tovi Renn"]);
  expect(await names({ waiting: "7" })).toEqual([]);
  expect(await names({ waiting: "3", assignee: owner.userId })).toEqual([]);
});
