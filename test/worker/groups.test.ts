import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildGroup,
  buildInvitation,
  eventsOf,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { readError } from "#test/support/answers/read-error.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const scouts = {
  name: "Wormhole Scouts",
  description: "Chain mapping with daily rolls.",
  visibility: "public",
  joinMode: "open",
  allowDuplicateName: true,
} as const;

test("the creator of a group is its owner and first member", async () => {
  const mira = await buildUser(muster, { name: "Mira Tal" });
  const category = await buildCategory(muster, { name: "Exploration" });
  const response = await mira.api.groups.$post({ json: { ...scouts, categoryId: category.id } });
  expect(response.status).toBe(201);
  const group = await response.json();
  const { allowDuplicateName: _, ...written } = scouts;
  expect(group).toMatchObject({
    ...written,
    category: { id: category.id, name: "Exploration" },
    effectiveVisibility: "public",
    memberCount: 1,
    ownerId: mira.userId,
    ownerName: "Mira Tal",
    ownerMainCharacterId: mira.mainCharacterId,
    adminUserIds: [],
    isMember: true,
    isOwner: true,
    isAdmin: false,
  });
  expect(await eventsOf(muster, group.id)).toEqual(["group_created"]);
  const read = await mira.api.groups[":id"].$get({ param: { id: group.id } });
  expect(await read.json()).toEqual(group);
});

test("names may have 255 and descriptions 1000 characters, and no more", async () => {
  const mira = await buildUser(muster);
  const { id: categoryId } = await buildCategory(muster);
  const create = (name: string, description: string) =>
    mira.api.groups.$post({ json: { ...scouts, categoryId, name, description } });
  for (const letter of ["x", "Ж", "ש", "🚀"]) {
    const [name, description] = [letter.repeat(255), letter.repeat(1000)];
    expect(await (await create(name, description)).json()).toMatchObject({ name, description });
    await expectRefusal(create(`${name}${letter}`, ""), 400, "Name must be 255 characters or less");
  }
});

test("a name is trimmed to one line and must have visible characters", async () => {
  const mira = await buildUser(muster);
  const { id: categoryId } = await buildCategory(muster);
  const create = (name: string) => mira.api.groups.$post({ json: { ...scouts, categoryId, name } });
  const odd = await (await create(" Null\u0000sec\r\nand \ud800 more\t")).json();
  expect(odd.name).toBe("Null sec and \ufffd more");
  const spoofed = await (await create("Al\u200bpha\u202e Fleet\u2066")).json();
  expect(spoofed.name).toBe("Alpha Fleet");
  await expectRefusal(create("\u200b\u2060 \u00ad"), 400, "Name is required");
  const quoted = await (await create(`Robert'); drop table groups; -- "\\`)).json();
  expect(quoted.name).toBe(`Robert'); drop table groups; -- "\\`);
});

test("a description that is left out, null or blank is stored as null", async () => {
  const mira = await buildUser(muster);
  const { id: categoryId } = await buildCategory(muster);
  for (const description of [undefined, null, " \n "]) {
    const { description: _, ...rest } = scouts;
    const json = { ...rest, categoryId, ...(description !== undefined && { description }) };
    expect((await (await mira.api.groups.$post({ json })).json()).description).toBe(null);
  }
});

test("only system administrators create system groups, and groups in an admin-only category", async () => {
  const mira = await buildUser(muster);
  const leadership = await buildCategory(muster, {
    name: "Leadership",
    allowGroupCreation: "admin_only",
  });
  const inLeadership = { ...scouts, categoryId: leadership.id };
  await expectRefusal(
    mira.api.groups.$post({ json: inLeadership }),
    403,
    "Only system administrators can create groups in Leadership. Choose another category.",
  );
  expect((await admin.api.groups.$post({ json: inLeadership })).status).toBe(201);

  const { id: categoryId } = await buildCategory(muster);
  const system = { ...scouts, categoryId, visibility: "system" } as const;
  await expectRefusal(mira.api.groups.$post({ json: system }), 403);
  expect((await admin.api.groups.$post({ json: system })).status).toBe(201);
});

test("an edit by the owner changes the given fields, and the log keeps them before and after", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira, name: "Scouts" });
  const param = { id: group.id };
  const json = { name: "Deep Scouts", joinMode: "approval" } as const;
  const edited = await (await mira.api.groups[":id"].$patch({ param, json })).json();
  expect(edited).toMatchObject({ name: "Deep Scouts", joinMode: "approval", description: null });

  await mira.api.groups[":id"].$patch({ param, json });
  const log = await (await mira.api.groups[":id"].activity.$get({ param, query: {} })).json();
  expect(log.items.map(({ kind, detail }) => ({ kind, detail }))).toEqual([
    {
      kind: "group_updated",
      detail: {
        changes: {
          name: { from: "Scouts", to: "Deep Scouts" },
          joinMode: { from: "open", to: "approval" },
        },
      },
    },
  ]);
});

test("a description is removed by null, and kept when it is left out", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira });
  const patch = async (json: { description?: string | null; name?: string }) =>
    (await (await mira.api.groups[":id"].$patch({ param: { id: group.id }, json })).json())
      .description;
  expect(await patch({ description: "Rolls holes." })).toBe("Rolls holes.");
  expect(await patch({ name: "Rollers" })).toBe("Rolls holes.");
  expect(await patch({ description: null })).toBe(null);
});

test("a group can move only to a category where its owner may create groups", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira });
  const [open, closed] = await Promise.all([
    buildCategory(muster, { name: "Industry" }),
    buildCategory(muster, { allowGroupCreation: "admin_only" }),
  ]);
  const move = (categoryId: string) =>
    mira.api.groups[":id"].$patch({ param: { id: group.id }, json: { categoryId } });
  await expectRefusal(move(closed.id), 403);
  await expectRefusal(move("elsewhere"), 404, "Category not found");
  expect((await (await move(open.id)).json()).category.name).toBe("Industry");
});

test("only system administrators make an existing group a system group, and its owner may still edit it", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira });
  const param = { id: group.id };
  const json = { visibility: "system" } as const;
  await expectRefusal(mira.api.groups[":id"].$patch({ param, json }), 403);
  expect((await admin.api.groups[":id"].$patch({ param, json })).status).toBe(200);
  const renamed = await mira.api.groups[":id"].$patch({ param, json: { ...json, name: "Ours" } });
  expect(renamed.status).toBe(200);
});

test("of two edits at once, the log keeps the changes of each", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira, name: "One" });
  const param = { id: group.id };
  const rename = (name: string) => mira.api.groups[":id"].$patch({ param, json: { name } });
  const statuses = (await Promise.all([rename("Two"), rename("Three")])).map((r) => r.status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const log = await (await mira.api.groups[":id"].activity.$get({ param, query: {} })).json();
  const to = statuses[0] === 200 ? "Two" : "Three";
  expect(log.items.map(({ detail }) => detail.changes?.["name"])).toEqual([{ from: "One", to }]);
});

test("deleting a group checks the name and deletes everything but the log", async () => {
  const [mira, juno] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner: mira, members: [juno], name: "Moon Shift" });
  const guest = await buildUser(muster);
  await buildInvitation(muster, group, guest);
  const param = { id: group.id };
  await expectRefusal(
    mira.api.groups[":id"].$delete({ param, json: { name: "moon shift" } }),
    400,
    /^The name must be that of the group/,
  );
  const deleted = await mira.api.groups[":id"].$delete({ param, json: { name: "Moon Shift" } });
  expect(deleted.status).toBe(204);
  await expectRefusal(mira.api.groups[":id"].$get({ param }), 404, "Group not found");
  expect(await eventsOf(muster, group.id)).toEqual(["group_deleted"]);
  const mine = await (await juno.api.groups["my-groups"].$get({ query: {} })).json();
  expect(mine.items).toEqual([]);
  const invited = await (await guest.api.groups.invitations.$get()).json();
  expect(invited.items).toEqual([]);
});

test("a user joins an open group at once, and only once", async () => {
  const [mira, tovi] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner: mira, name: "Home Defence" });
  const param = { id: group.id };
  const joined = await (await tovi.api.groups[":id"].join.$post({ param })).json();
  expect(joined).toMatchObject({ isMember: true, memberCount: 2 });
  expect(joined.can).toMatchObject({ join: false, leave: true });
  await expectRefusal(
    tovi.api.groups[":id"].join.$post({ param }),
    409,
    "You are already a member of Home Defence.",
  );
  expect(await eventsOf(muster, group.id)).toEqual(["member_joined"]);
});

test("a group that admits by request or invitation cannot be joined directly", async () => {
  const [mira, tovi] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const approval = await buildGroup(muster, {
    owner: mira,
    name: "Capitals",
    joinMode: "approval",
  });
  const closed = await buildGroup(muster, {
    owner: mira,
    name: "Diplomacy",
    joinMode: "invitation_only",
  });
  await expectRefusal(
    tovi.api.groups[":id"].join.$post({ param: { id: approval.id } }),
    403,
    "Capitals admits members on request. Send a join request.",
  );
  await expectRefusal(
    tovi.api.groups[":id"].join.$post({ param: { id: closed.id } }),
    403,
    "Diplomacy admits members by invitation only.",
  );
});

test("joining an open group accepts a pending invitation", async () => {
  const [mira, tovi] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner: mira, visibility: "hidden" });
  await buildInvitation(muster, group, tovi);
  const joined = await tovi.api.groups[":id"].join.$post({ param: { id: group.id } });
  expect(await joined.json()).toMatchObject({ isMember: true, pendingInvitationId: null });
  const waiting = await (await tovi.api.groups.invitations.$get()).json();
  expect(waiting.total).toBe(0);
  expect(await eventsOf(muster, group.id)).toEqual(["member_joined", "invitation_accepted"]);
});

test("every member but the owner can leave", async () => {
  const [mira, juno, tovi] = await Promise.all([1, 2, 3].map(() => buildUser(muster)));
  if (!mira || !juno || !tovi) throw new Error("unreachable");
  const group = await buildGroup(muster, { owner: mira, admins: [juno], name: "Newbro Academy" });
  const param = { id: group.id };
  const leave = (who: typeof mira) => who.api.groups[":id"].leave.$post({ param });
  expect((await leave(juno)).status).toBe(204);
  await expectRefusal(
    leave(mira),
    409,
    "You own Newbro Academy. Transfer it to another member before you leave.",
  );
  await expectRefusal(leave(tovi), 409, "You are not a member of Newbro Academy.");
  const group2 = await (await tovi.api.groups[":id"].$get({ param })).json();
  expect(group2.memberCount).toBe(1);
  expect(await eventsOf(muster, group.id)).toEqual(["member_left"]);
});

// ── Names that others have ────────────────────────────────────────────────────────────────────────

const category = await buildCategory(muster);
const createNamed = (who: BuiltUser, name: string, given: { allowDuplicateName?: boolean } = {}) =>
  who.api.groups.$post({
    json: { ...scouts, allowDuplicateName: false, categoryId: category.id, name, ...given },
  });
const rename = (who: BuiltUser, id: string, json: { name: string; allowDuplicateName?: boolean }) =>
  who.api.groups[":id"].$patch({ param: { id }, json });

async function expectDuplicate(pending: Promise<Response>) {
  const response = await pending;
  const message = "A group with this name already exists.";
  expect(response.status).toBe(409);
  expect(await readError(response)).toMatchObject({
    code: "duplicate_name",
    message,
    fields: { name: message },
  });
}

test("using the name of another visible group needs a confirmation", async () => {
  const [owner, mira] = [await buildUser(muster), await buildUser(muster)];
  await buildGroup(muster, { owner, category, name: "Home Defence" });
  for (const name of ["Home Defence", "HOME  defence", " home\u200b defence "]) {
    await expectDuplicate(createNamed(mira, name));
  }
  muster.costs.reset();
  const created = await createNamed(mira, "Home Defence", { allowDuplicateName: true });
  expect(created.status).toBe(201);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(3);
  muster.costs.reset();
  expect((await createNamed(mira, "Home Offence")).status).toBe(201);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
});

test("renaming needs a confirmation too, but not for the group's own name", async () => {
  const mira = await buildUser(muster);
  await buildGroup(muster, { owner: mira, category, name: "Logistics" });
  const { id } = await buildGroup(muster, { owner: mira, category, name: "Repairs" });
  await expectDuplicate(rename(mira, id, { name: "logistics" }));
  expect((await rename(mira, id, { name: "REPAIRS" })).status).toBe(200);
  const allowed = await rename(mira, id, { name: "Logistics", allowDuplicateName: true });
  expect(allowed.status).toBe(200);
  expect((await rename(mira, id, { name: "LOGISTICS" })).status).toBe(200);
});

test("only groups that the user sees count", async () => {
  const [owner, member, invitee] = [
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
  ];
  const hidden = { owner, members: [member], category, visibility: "hidden" as const };
  const secret = await buildGroup(muster, { ...hidden, name: "Secret Fleet" });
  await buildInvitation(muster, secret, invitee, owner);
  await buildGroup(muster, { ...hidden, name: "Watchlist", visibility: "system" });

  for (const who of [owner, member, invitee, admin]) {
    await expectDuplicate(createNamed(who, "Secret Fleet"));
  }
  for (const who of [owner, admin]) await expectDuplicate(createNamed(who, "Watchlist"));
  expect((await createNamed(member, "Watchlist")).status).toBe(201);
  expect((await createNamed(await buildUser(muster), "secret fleet")).status).toBe(201);
});
