import { expect, test } from "vitest";
import { UNSEEN_GROUP } from "#shared/groups/forms.ts";
import type { Visibility } from "#shared/groups/categories.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { formOf, setBalance, shareOf } from "#test/support/people/sharing-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

// Who reads a request, and what readers and others learn of each other.

const muster = await startMuster();
const administrator = await buildAdministrator(muster);

/** A group with a form, and another group whose members review its requests. */
async function buildScene({ visibility = "public" }: { visibility?: Visibility } = {}) {
  const shareDays = 14;
  const [owner, recruiter, tovi] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster, { name: "Renwick Pell" }),
    buildUser(muster, { name: "Tovi Renn" }),
  ]);
  const group = await buildGroup(muster, { owner, joinMode: "approval", name: "Capitals" });
  const chief = await buildUser(muster, { name: "Oskar Lind" });
  const recruiters = await buildGroup(muster, {
    owner: chief,
    members: [recruiter],
    name: "Recruiters",
    visibility,
  });
  const json = { version: null, form: formOf({ shareDays }), reviewerGroupId: recruiters.id };
  const saved = await administrator.api.groups[":id"].form.$put({ param: { id: group.id }, json });
  expect(saved.status).toBe(204);
  await setBalance(muster, tovi.mainCharacterId, 100);
  return { owner, chief, recruiter, tovi, group, recruiters };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

const of = (who: BuiltUser) => who.api.groups["join-requests"][":id"];
const look = (who: BuiltUser, id: string) =>
  of(who).look.$post({ param: { id }, json: { section: "wallet" } });
const note = (who: BuiltUser, id: string) =>
  of(who).notes.$post({ param: { id }, json: { note: "Friendly." } });
const page = async (who: BuiltUser, id: string) => (await of(who).$get({ param: { id } })).json();
const join = (who: BuiltUser, groupId: string) =>
  administrator.api.admin.pilots.bulk.$post({
    json: { action: "add", groupId, userIds: [who.userId] },
  });

async function ask({ tovi, group, recruiters }: Scene, readers = recruiters.id) {
  const form = { version: 1, answers: {}, sharing: shareOf(tovi, ["wallet"], readers) };
  return tovi.api.groups[":id"]["join-requests"].$post({
    param: { id: group.id },
    json: { form },
  });
}
const asked = async (scene: Scene) => (await (await ask(scene)).json()).id;

test("a hidden reviewing group has no id, name or size for those who do not see it, and a pilot shares with it all the same", async () => {
  const scene = await buildScene({ visibility: "hidden" });
  const { owner, tovi, recruiter, recruiters, group } = scene;
  const param = { id: group.id };
  for (const who of [tovi, owner]) {
    const answer = await who.api.groups[":id"].form.$get({ param });
    const { reviewers } = await answer.json();
    expect(reviewers.group).toEqual({ id: UNSEEN_GROUP, name: null, memberCount: null });
    expect(
      JSON.stringify(await (await who.api.groups[":id"].$get({ param })).json()),
    ).not.toContain(recruiters.id);
  }
  const seen = await (await recruiter.api.groups[":id"].form.$get({ param })).json();
  expect(seen.reviewers.group).toEqual({ id: recruiters.id, name: "Recruiters", memberCount: 2 });

  await expectRefusal(ask(scene), 409, "Other people review the requests of Capitals now");
  const made = await ask(scene, UNSEEN_GROUP);
  expect(made.status).toBe(201);
  const { id } = await made.json();
  expect((await look(recruiter, id)).status).toBe(200);
  const again = { reviewerGroupId: UNSEEN_GROUP, sections: [] };
  expect((await of(tovi).sharing.$put({ param: { id }, json: again })).status).toBe(204);
  // The group's Activity tells that reviewers were named, and not who.
  for (const [who, name] of [
    [owner, null],
    [administrator, "Recruiters"],
  ] as const) {
    const { items } = await (
      await who.api.groups[":id"].activity.$get({ param, query: {} })
    ).json();
    const event = items.find(({ kind }) => kind === "form_updated");
    expect(event?.detail.changes?.reviewers).toEqual({ from: null, to: name });
  }
  // An owner who does not see the group keeps it.
  const { version, form } = await (await owner.api.groups[":id"].form.$get({ param })).json();
  const json = { version, form, reviewerGroupId: UNSEEN_GROUP };
  expect((await owner.api.groups[":id"].form.$put({ param, json })).status).toBe(204);
  expect((await of(recruiter).$get({ param: { id } })).status).toBe(200);
  const none = await buildScene();
  await expectRefusal(ask(none, UNSEEN_GROUP), 409, "Other people review");
  await expectRefusal(
    none.owner.api.groups[":id"].form.$put({ param: { id: none.group.id }, json }),
    404,
  );
});

test("whom an owner can name as talking to a pilot does not tell who is in a hidden group", async () => {
  const scene = await buildScene({ visibility: "hidden" });
  const { owner, recruiter, tovi, chief } = scene;
  const made = await ask(scene, UNSEEN_GROUP);
  const { id } = await made.json();
  const assign = (who: BuiltUser, assigneeId: string) =>
    of(who).talks.$put({ param: { id }, json: { inTalks: true, assigneeId } });
  const answerTo = async (assignee: BuiltUser) => {
    const answer = await assign(owner, assignee.userId);
    return [answer.status, (await answer.text()).replaceAll(/"requestId":"[^"]*"/g, "")];
  };
  expect(await answerTo(recruiter)).toEqual(await answerTo(tovi));
  expect(await answerTo(chief)).toEqual(await answerTo(tovi));
  expect((await assign(owner, owner.userId)).status).toBe(204);
  expect((await assign(recruiter, chief.userId)).status).toBe(204);
  // Once a reviewer talks to the pilot, the owner reads who it is, and leaves it so.
  expect((await assign(owner, chief.userId)).status).toBe(204);
});

test("an administrator who joins the reviewing group, or takes over the group, reads no notes and no sheet", async () => {
  const scene = await buildScene();
  const { recruiter, recruiters, group, owner } = scene;
  const id = await asked(scene);
  await note(recruiter, id);
  const expectNothing = async () => {
    expect((await page(administrator, id)).reviewer).toBeNull();
    await expectRefusal(look(administrator, id), 403);
    await expectRefusal(note(administrator, id), 403);
  };
  await join(administrator, recruiters.id);
  await expectNothing();
  await join(administrator, group.id);
  const appoint = await administrator.api.groups[":id"].admins.$post({
    param: { id: group.id },
    json: { userId: administrator.userId },
  });
  expect(appoint.status).toBe(204);
  await expectNothing();
  const transfer = await administrator.api.groups[":id"].transfer.$post({
    param: { id: group.id },
    json: { newOwnerId: administrator.userId },
  });
  expect(transfer.status).toBe(200);
  await expectNothing();
  // By the hand of another it is an office like any.
  const back = await administrator.api.groups[":id"].transfer.$post({
    param: { id: group.id },
    json: { newOwnerId: owner.userId },
  });
  expect(back.status).toBe(200);
  await owner.api.groups[":id"].transfer.$post({
    param: { id: group.id },
    json: { newOwnerId: administrator.userId },
  });
  expect((await page(administrator, id)).reviewer?.notes).toHaveLength(1);
  expect((await look(administrator, id)).status).toBe(200);
});

test("an administrator names no group of their own as the reviewers of another group", async () => {
  const scene = await buildScene();
  const own = await buildGroup(muster, { owner: administrator, name: "Staff" });
  const param = { id: scene.group.id };
  const json = { version: 1, form: formOf({ shareDays: 14 }), reviewerGroupId: own.id };
  await expectRefusal(
    administrator.api.groups[":id"].form.$put({ param, json }),
    403,
    "You are a member of Staff",
  );
  const mine = await buildGroup(muster, { owner: administrator, name: "Mine" });
  const saved = await administrator.api.groups[":id"].form.$put({
    param: { id: mine.id },
    json: { ...json, version: null },
  });
  expect(saved.status).toBe(204);
});

test("emergency access, and the hand of another, let an administrator read like a reviewer", async () => {
  const scene = await buildScene();
  const id = await asked(scene);
  const taken = await administrator.api.groups[":id"]["emergency-access"].$post({
    param: { id: scene.group.id },
    json: { role: "admin", hours: 1, reason: "Away." },
  });
  expect(taken.status).toBe(201);
  expect((await look(administrator, id)).status).toBe(200);
  expect((await page(administrator, id)).reviewer).not.toBeNull();
  // The job that ends it waits while D1 refuses writes.
  await muster.later(60 * 60, async () => {
    expect((await look(administrator, id)).status).toBe(403);
    expect((await page(administrator, id)).reviewer).toBeNull();
  });

  const other = await buildScene();
  const invited = await other.chief.api.groups[":id"].invitations.$post({
    param: { id: other.recruiters.id },
    json: { characterName: "Aurelia Voss" },
  });
  const invitation = await invited.json();
  await administrator.api.groups.invitations[":id"].accept.$post({ param: { id: invitation.id } });
  expect((await look(administrator, await asked(other))).status).toBe(200);
});

test("nobody reads or writes notes about their own request, an administrator who reviews neither", async () => {
  const scene = await buildScene();
  const { recruiter, recruiters, group, chief } = scene;
  await chief.api.groups[":id"].invitations.$post({
    param: { id: recruiters.id },
    json: { characterName: "Aurelia Voss" },
  });
  const { items } = await (await administrator.api.groups.invitations.$get({ query: {} })).json();
  for (const one of items) {
    await administrator.api.groups.invitations[":id"].accept.$post({ param: { id: one.id } });
  }
  const made = await administrator.api.groups[":id"]["join-requests"].$post({
    param: { id: group.id },
    json: { form: { version: 1, answers: {} } },
  });
  const { id } = await made.json();
  expect((await note(recruiter, id)).status).toBe(204);
  expect((await page(administrator, id)).reviewer).toBeNull();
  await expectRefusal(note(administrator, id), 403);
  await expectRefusal(look(administrator, id), 403);
});

test("what is shared after an approval ends when the pilot leaves or is removed, and does not come back", async () => {
  for (const leaves of [true, false]) {
    const scene = await buildScene();
    const { owner, recruiter, tovi, group } = scene;
    const id = await asked(scene);
    await of(recruiter).approve.$post({ param: { id } });
    expect((await look(recruiter, id)).status).toBe(200);
    const access = await (await tovi.api.access.$get()).json();
    expect(access.shares).toMatchObject([
      { requestId: id, groupName: "Capitals", sections: ["wallet"] },
    ]);
    await (leaves
      ? tovi.api.groups[":id"].leave.$post({ param: { id: group.id } })
      : owner.api.groups[":id"].members[":userId"].$delete({
          param: { id: group.id, userId: tovi.userId },
        }));
    await expectRefusal(look(recruiter, id), 404);
    await expectRefusal(look(owner, id), 404);
    expect((await (await tovi.api.access.$get()).json()).shares).toEqual([]);
    await join(tovi, group.id);
    await expectRefusal(look(recruiter, id), 404);
  }
});

test("a second request that is rejected leaves nothing shared of the first", async () => {
  const scene = await buildScene();
  const { recruiter, tovi, group } = scene;
  const first = await asked(scene);
  await of(recruiter).approve.$post({ param: { id: first } });
  await tovi.api.groups[":id"].leave.$post({ param: { id: group.id } });
  const second = await asked(scene);
  const during = await (await tovi.api.access.$get()).json();
  expect(during.shares.map(({ requestId }) => requestId)).toEqual([second]);
  await of(recruiter).reject.$post({ param: { id: second }, json: {} });
  for (const id of [first, second]) await expectRefusal(look(recruiter, id), 404);
  expect((await (await tovi.api.access.$get()).json()).shares).toEqual([]);
});
