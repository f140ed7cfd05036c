import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { KEPT_DAYS } from "#shared/groups/forms.ts";
import type { FormContent, SharedSection } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers, requestNotes, requestShares } from "#worker/db/schema/group-forms.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { formOf, setBalance, shareOf } from "#test/support/people/sharing-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const muster = await startMuster();
const { db } = muster.context;

async function buildScene(given: Partial<FormContent> = {}) {
  const [owner, recruiter, tovi] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster, { name: "Renwick Pell" }),
    buildUser(muster, { name: "Tovi Renn", alts: ["Serenna Kirova"] }),
  ]);
  const group = await buildGroup(muster, { owner, joinMode: "approval", name: "Capitals" });
  const recruiters = await buildGroup(muster, { owner, members: [recruiter], name: "Recruiters" });
  const param = { id: group.id };
  const json = { version: null, form: formOf(given), reviewerGroupId: recruiters.id };
  expect((await owner.api.groups[":id"].form.$put({ param, json })).status).toBe(204);
  for (const [index, id] of tovi.characterIds.entries()) await setBalance(muster, id, 100 + index);
  return { owner, recruiter, tovi, group, recruiters };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

async function ask({ tovi, group, recruiters }: Scene, sections: SharedSection[] = ["wallet"]) {
  const asked = await tovi.api.groups[":id"]["join-requests"].$post({
    param: { id: group.id },
    json: {
      form: { version: 1, answers: {}, sharing: shareOf(tovi, sections, recruiters.id) },
    },
  });
  expect(asked.status).toBe(201);
  return (await asked.json()).id;
}
const of = (who: BuiltUser) => who.api.groups["join-requests"][":id"];
const look = (who: BuiltUser, id: string, section: SharedSection = "wallet") =>
  of(who).look.$post({ param: { id }, json: { section } });
/** Makes the decision older, and the membership that it began. */
const decidedAgo = async (id: string, ms: number) => {
  const decidedAt = new Date(Date.now() - ms);
  const [made] = await db
    .update(joinRequests)
    .set({ decidedAt })
    .where(eq(joinRequests.id, id))
    .returning();
  await db
    .update(groupMembers)
    .set({ joinedAt: decidedAt })
    .where(eq(groupMembers.userId, made?.userId ?? ""));
  // Notes were written before it.
  await db
    .update(requestNotes)
    .set({ createdAt: decidedAt, eraseAt: new Date(decidedAt.getTime() + KEPT_DAYS * DAY_MS) })
    .where(eq(requestNotes.requestId, id));
};
const page = async (who: BuiltUser, id: string) => (await of(who).$get({ param: { id } })).json();
const own = async (who: BuiltUser, id: string) =>
  (await of(who).own.$get({ param: { id } })).json();

test("a reviewer looks at what is shared, live, and the pilot reads of each look", async () => {
  const scene = await buildScene();
  const { owner, recruiter, tovi } = scene;
  const [main = 0, alt = 0] = tovi.characterIds;
  const id = await ask(scene);
  expect(await page(recruiter, id)).toMatchObject({
    reviewer: {
      sections: [
        { section: "skills", shared: 0 },
        { section: "training", shared: 0 },
        { section: "wallet", shared: 2 },
        { section: "assets", shared: 0 },
        { section: "corporationHistory", shared: 0 },
      ],
    },
  });
  expect(JSON.stringify(await page(recruiter, id))).not.toContain("Serenna Kirova");
  const seen = await look(recruiter, id);
  expect(await seen.json()).toEqual({
    section: "wallet",
    characters: [
      { characterId: alt, name: "Serenna Kirova", readAt: null, value: { balance: 101 } },
      { characterId: main, name: "Tovi Renn", readAt: null, value: { balance: 100 } },
    ],
  });
  await setBalance(muster, main, 7);
  expect(JSON.stringify(await (await look(owner, id)).json())).toContain('"balance":7');
  const { history, shared, sharedUntil } = await own(tovi, id);
  expect(history.map(({ kind, byName, section }) => [kind, byName, section])).toEqual([
    ["sharing_viewed", "Mira Tal", "wallet"],
    ["sharing_viewed", "Renwick Pell", "wallet"],
    ["request_made", "Tovi Renn", null],
  ]);
  expect(shared).toEqual([{ section: "wallet", characterIds: [alt, main] }]);
  expect(Math.round((Date.parse(sharedUntil ?? "") - Date.now()) / DAY_MS)).toBe(30);
  await expectRefusal(look(owner, id, "skills"), 404, "This is not shared, or no longer shared.");
  expect((await own(tovi, id)).history).toHaveLength(3);
});

test("the pilot sees before sending what reviewers would see", async () => {
  const { owner, tovi, group } = await buildScene({ whose: "main", sections: ["wallet"] });
  const param = { id: group.id };
  const previewed = await tovi.api.groups[":id"].form.own.$get({ param });
  expect(await previewed.json()).toEqual([
    {
      section: "wallet",
      characters: [
        {
          characterId: tovi.characterIds[0],
          name: "Tovi Renn",
          readAt: null,
          value: { balance: 100 },
        },
      ],
    },
  ]);
  expect(await (await owner.api.groups[":id"].form.own.$get({ param })).json()).toMatchObject([
    { characters: [{ name: "Mira Tal", value: null }] },
  ]);
});

test("a look takes four round trips at most", async () => {
  const scene = await buildScene();
  const id = await ask(scene);
  await page(scene.recruiter, id);
  muster.costs.reset();
  await look(scene.recruiter, id);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
});

test("a character of another account shows nothing, even if what it shares is still stored", async () => {
  const scene = await buildScene();
  const id = await ask(scene, []);
  const [characterId = 0] = scene.owner.characterIds;
  await db.insert(requestShares).values({ requestId: id, section: "wallet", characterId });
  await expectRefusal(look(scene.recruiter, id), 404);
});

test("sharing goes on for the days that the form names after an approval", async () => {
  const now = await buildScene();
  const atOnce = await ask(now);
  await of(now.owner).approve.$post({ param: { id: atOnce } });
  await expectRefusal(look(now.owner, atOnce), 404);

  const scene = await buildScene({ shareDays: 7 });
  const id = await ask(scene);
  await of(scene.recruiter).approve.$post({ param: { id } });
  await decidedAgo(id, 6.9 * DAY_MS);
  expect((await look(scene.recruiter, id)).status).toBe(200);
  await decidedAgo(id, 7.1 * DAY_MS);
  await expectRefusal(look(scene.recruiter, id), 404);
  expect(await own(scene.tovi, id)).toMatchObject({ shared: [], sharedUntil: null });
});

test("what is shared is deleted after thirty days, and the pilot reads that nothing is shared", async () => {
  const scene = await buildScene({ shareDays: 14 });
  const id = await ask(scene);
  await of(scene.recruiter).approve.$post({ param: { id } });
  await db
    .update(requestAnswers)
    .set({ shareUntil: new Date(Date.now() - DAY_MS) })
    .where(eq(requestAnswers.requestId, id));
  await db
    .update(joinRequests)
    .set({ createdAt: new Date(Date.now() - 31 * DAY_MS) })
    .where(eq(joinRequests.id, id));
  expect(await own(scene.tovi, id)).toMatchObject({ shared: [], sharedUntil: null });
  await cleanUp(muster.context);
  expect(await db.$count(requestShares, eq(requestShares.requestId, id))).toBe(0);
});

test("the pilot shares less, stops, and no one shares what is not asked for or not theirs", async () => {
  const scene = await buildScene({ sections: ["wallet"] });
  const { owner, tovi, recruiter, recruiters } = scene;
  const id = await ask(scene);
  const [main = 0] = tovi.characterIds;
  const share = (
    sections: { section: SharedSection; characterIds: number[] }[],
    group = recruiters.id,
  ) => of(tovi).sharing.$put({ param: { id }, json: { reviewerGroupId: group, sections } });
  await expectRefusal(share([{ section: "skills", characterIds: [main] }]), 400);
  await share([{ section: "wallet", characterIds: [main, ...owner.characterIds] }]);
  expect(await (await look(recruiter, id)).json()).toMatchObject({
    characters: [{ characterId: main }],
  });
  await expectRefusal(
    of(owner).sharing.$put({ param: { id }, json: { reviewerGroupId: null, sections: [] } }),
    404,
  );
  await share([]);
  await expectRefusal(look(recruiter, id), 404);
  expect((await own(tovi, id)).history.map(({ kind }) => kind)).toContain("sharing_changed");
});

test("a reviewer takes a request up, and the pilot reads who talks to them", async () => {
  const scene = await buildScene();
  const { owner, tovi, recruiter, group } = scene;
  const id = await ask(scene);
  const handle = (who: BuiltUser, inTalks: boolean, assigneeId: string | null) =>
    of(who).talks.$put({ param: { id }, json: { inTalks, assigneeId } });
  expect((await handle(recruiter, true, recruiter.userId)).status).toBe(204);
  expect(await own(tovi, id)).toMatchObject({ inTalks: true, assigneeName: "Renwick Pell" });
  await expectRefusal(
    handle(owner, true, tovi.userId),
    409,
    "does not review requests of Capitals",
  );
  const list = async (query: { state?: "waiting" | "in_talks"; assignee?: string }) =>
    (
      await owner.api.groups[":id"]["join-requests"].$get({ param: { id: group.id }, query })
    ).json();
  for (const [query, total] of [
    [{}, 1],
    [{ state: "in_talks" }, 1],
    [{ state: "waiting" }, 0],
    [{ assignee: recruiter.userId }, 1],
    [{ assignee: owner.userId }, 0],
    [{ assignee: "none" }, 0],
  ] as const) {
    const found = await list(query);
    expect([query, found.total, found.items.length]).toEqual([query, total, total]);
  }
  await of(owner).reject.$post({ param: { id }, json: {} });
  await expectRefusal(handle(owner, false, null), 409, "it was rejected");
});

test("notes are read by reviewers alone, and end 90 days after the decision", async () => {
  const scene = await buildScene();
  const { owner, tovi, recruiter } = scene;
  const admin = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
  const id = await ask(scene);
  const add = (who: BuiltUser, text: string) =>
    of(who).notes.$post({ param: { id }, json: { note: text } });
  expect((await add(recruiter, "Friendly.\nKnows triage.")).status).toBe(204);
  await expectRefusal(add(tovi, "I am great"), 404);
  await expectRefusal(add(admin, "Hm"), 403, "reviewers of Capitals");
  expect(await page(admin, id)).toMatchObject({ reviewer: null, answered: { version: 1 } });
  const { reviewer } = await page(owner, id);
  expect(reviewer?.notes).toMatchObject([
    { byName: "Renwick Pell", text: "Friendly.\nKnows triage.", isOwn: false },
  ]);
  expect(JSON.stringify(await own(tovi, id))).not.toContain("Friendly");
  const noteId = reviewer?.notes[0]?.id ?? "";
  const remove = (who: BuiltUser) => of(who).notes[":noteId"].$delete({ param: { id, noteId } });
  await expectRefusal(remove(owner), 404, "Note not found");
  expect((await remove(recruiter)).status).toBe(204);
  await add(owner, "Again.");
  const [note] = await db.select().from(requestNotes).where(eq(requestNotes.requestId, id));
  const keptMs = (note?.eraseAt?.getTime() ?? 0) - (note?.createdAt.getTime() ?? 0);
  expect(keptMs).toBe(KEPT_DAYS * DAY_MS);
  await of(owner).reject.$post({ param: { id }, json: {} });
  await decidedAgo(id, 89 * DAY_MS);
  await cleanUp(muster.context);
  expect((await page(owner, id)).reviewer?.notes).toHaveLength(1);
  await decidedAgo(id, 91 * DAY_MS);
  await expectRefusal(of(owner).$get({ param: { id } }), 404);
  await cleanUp(muster.context);
  expect(await db.select().from(requestNotes).where(eq(requestNotes.requestId, id))).toEqual([]);
});

test("a member of the reviewing group does not review their own request", async () => {
  const scene = await buildScene();
  const id = await ask({ ...scene, tovi: scene.recruiter });
  await expectRefusal(of(scene.recruiter).$get({ param: { id } }), 404);
  await expectRefusal(of(scene.recruiter).approve.$post({ param: { id } }), 404);
  const requests = scene.recruiter.api.groups[":id"]["join-requests"];
  const own = { param: { id: scene.group.id }, json: { ids: [id] } };
  for (const decide of [requests.approve, requests.reject]) {
    expect(await (await decide.$post(own)).json()).toEqual({
      done: [],
      refused: [{ id, message: "Join request not found" }],
    });
  }
  await expectRefusal(of(scene.recruiter).notes.$post({ param: { id }, json: { note: "x" } }), 404);
  expect((await of(scene.owner).approve.$post({ param: { id } })).status).toBe(204);
});
