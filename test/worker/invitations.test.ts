import { expect, test } from "vitest";
import { fold } from "#shared/fold.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildGroup,
  buildInvitation,
  buildRequest,
  eventsOf,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const muster = await startMuster();
const admin = await buildAdministrator(muster);

let count = 0;
/** A name that no other test of this file uses. */
const unique = (name: string) => `${name} ${++count}`;

async function buildStaff(visibility: "public" | "hidden" | "system" = "hidden") {
  const [owner, manager, member] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster),
    buildUser(muster),
  ]);
  const tovi = await buildUser(muster, { name: unique("Tovi Renn"), alts: [unique("Tiny Renn")] });
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    members: [member],
    joinMode: "invitation_only",
    name: "Staff",
    visibility,
  });
  return { owner, manager, member, tovi, group };
}

const invite = (who: BuiltUser, id: string, characterName: string) =>
  who.api.groups[":id"].invitations.$post({ param: { id }, json: { characterName } });
const answer = (who: BuiltUser, id: string, what: "accept" | "decline" | "revoke") =>
  who.api.groups.invitations[":id"][what].$post({ param: { id } });
const listPending = async (who: BuiltUser, id: string) =>
  (await who.api.groups[":id"].invitations.$get({ param: { id }, query: {} })).json();
const inbox = async (who: BuiltUser) => (await who.api.groups.invitations.$get()).json();

test("a main is invited by name, in any case, and finds the invitation with its group", async () => {
  const { owner, manager, tovi, group } = await buildStaff();
  const typed = `  ${tovi.mainCharacterName.toUpperCase()} `;
  const response = await invite(owner, group.id, typed);
  expect(response.status).toBe(201);
  const invitation = await response.json();
  expect(invitation).toMatchObject({
    inviteeUserId: tovi.userId,
    inviteeCharacterId: tovi.mainCharacterId,
    inviteeCharacterName: tovi.mainCharacterName,
    inviterCharacterName: "Mira Tal",
    status: "pending",
  });
  const life = Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt);
  expect(life).toBe(WEEK_SECONDS * 1000);

  expect(await listPending(manager, group.id)).toMatchObject({ items: [invitation], total: 1 });
  const { items, total } = await inbox(tovi);
  expect(total).toBe(1);
  expect(items).toEqual([
    {
      id: invitation.id,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
      inviterCharacterName: "Mira Tal",
      group: {
        id: group.id,
        name: "Staff",
        description: null,
        visibility: "hidden",
        canView: true,
      },
    },
  ]);
});

test("an invitation makes a hidden group visible, and accepting it adds the member", async () => {
  const { owner, tovi, group } = await buildStaff();
  const param = { id: group.id };
  await expectRefusal(tovi.api.groups[":id"].$get({ param }), 404);
  const { id } = await (await invite(owner, group.id, tovi.mainCharacterName)).json();
  const seen = await (await tovi.api.groups[":id"].$get({ param })).json();
  expect(seen).toMatchObject({ isMember: false, pendingInvitationId: id, can: { join: false } });

  const accepted = await answer(tovi, id, "accept");
  expect(await accepted.json()).toEqual({
    message: "Successfully joined Staff!",
    group: { id: group.id, name: "Staff" },
  });
  expect(await (await tovi.api.groups[":id"].$get({ param })).json()).toMatchObject({
    isMember: true,
    memberCount: 4,
    pendingInvitationId: null,
  });
  await expectRefusal(answer(tovi, id, "accept"), 409, "This invitation to Staff was already acc");
  expect(await eventsOf(muster, group.id)).toEqual(["invitation_sent", "invitation_accepted"]);
});

test("a user who declines does not join, no longer sees the group, and can be invited again", async () => {
  const { owner, tovi, group } = await buildStaff();
  const { id } = await (await invite(owner, group.id, tovi.mainCharacterName)).json();
  expect((await answer(tovi, id, "decline")).status).toBe(204);
  await expectRefusal(answer(tovi, id, "accept"), 409, /was already declined/);
  await expectRefusal(tovi.api.groups[":id"].$get({ param: { id: group.id } }), 404);
  expect((await invite(owner, group.id, tovi.mainCharacterName)).status).toBe(201);
});

test("an invitation expires after seven days, and then another can be sent", async () => {
  const { owner, tovi, group } = await buildStaff();
  const { id } = await (await invite(owner, group.id, tovi.mainCharacterName)).json();
  const listed = async () =>
    (await (await tovi.api.groups.$get({ query: { visibility: "hidden" } })).json()).total;
  await muster.later(WEEK_SECONDS - 60, async () => {
    expect([(await inbox(tovi)).total, await listed()]).toEqual([1, 1]);
  });
  await muster.later(WEEK_SECONDS + 1, async () => {
    expect([(await inbox(tovi)).total, await listed()]).toEqual([0, 0]);
    expect((await listPending(owner, group.id)).total).toBe(0);
    await expectRefusal(tovi.api.groups[":id"].$get({ param: { id: group.id } }), 404);
    await expectRefusal(answer(tovi, id, "accept"), 409, "This invitation to Staff has expired.");
    await expectRefusal(answer(owner, id, "revoke"), 409, "This invitation to Staff has expired.");
    expect((await invite(owner, group.id, tovi.mainCharacterName)).status).toBe(201);
  });
  expect(await eventsOf(muster, group.id)).toEqual([
    "invitation_sent",
    "invitation_sent",
    "invitation_expired",
  ]);
});

test("the housekeeping logs each expired invitation once", async () => {
  const { owner, tovi, group } = await buildStaff();
  await invite(owner, group.id, tovi.mainCharacterName);
  const clean = () => runCron(muster, "hourly");
  await clean();
  expect(await eventsOf(muster, group.id)).toEqual(["invitation_sent"]);
  await muster.later(WEEK_SECONDS + 1, async () => {
    await clean();
    await clean();
  });
  expect(await eventsOf(muster, group.id)).toEqual(["invitation_sent", "invitation_expired"]);
});

test("only mains can be invited, and only system administrators learn the main of an alt", async () => {
  const { owner, tovi, group } = await buildStaff();
  const main = tovi.mainCharacterName;
  const alt = `Tiny Renn ${count}`;
  await expectRefusal(
    invite(admin, group.id, alt.toLowerCase()),
    409,
    `${alt} is an alt of ${main}; invite ${main}.`,
  );
  await expectRefusal(invite(owner, group.id, alt), 404, `No main character named ${alt}.`);
});

test("the error for an unknown name, or a character without an account, says what to do", async () => {
  const { owner, group } = await buildStaff();
  const name = unique("Sold Pilot");
  await muster.context.db
    .insert(characters)
    .values({ id: 2_119_000_001, name, nameFolded: fold(name) });
  for (const typed of ["Nobody Atall", name, "%", "' or 1=1 --"]) {
    await expectRefusal(
      invite(owner, group.id, typed),
      404,
      /^No main character named .* sign in to/,
    );
  }
  await expectRefusal(invite(owner, group.id, " "), 400, "Please enter a character name");
});

test("a member, an invited user and a user with a pending request cannot be invited", async () => {
  const { owner, tovi, group } = await buildStaff();
  const [guest, asker] = await Promise.all([
    buildUser(muster, { name: unique("Guest") }),
    buildUser(muster, { name: unique("Asker") }),
  ]);
  await invite(owner, group.id, guest.mainCharacterName);
  await buildRequest(muster, group, asker);
  const { id } = await (await invite(owner, group.id, tovi.mainCharacterName)).json();
  await answer(tovi, id, "accept");
  for (const [who, why] of [
    [tovi, "is already a member of Staff."],
    [guest, "is already invited to Staff."],
    [asker, "has requested to join Staff. Approve the request instead."],
  ] as const) {
    const refused = invite(owner, group.id, who.mainCharacterName);
    await expectRefusal(refused, 409, `${who.mainCharacterName} ${why}`);
  }
});

test("an invitation to a system group can be accepted, but shows neither the group nor the membership", async () => {
  const { owner, tovi, group } = await buildStaff("system");
  const { id } = await (await invite(owner, group.id, tovi.mainCharacterName)).json();
  expect((await inbox(tovi)).items[0]?.group).toMatchObject({ name: "Staff", canView: false });
  await expectRefusal(tovi.api.groups[":id"].$get({ param: { id: group.id } }), 404);
  expect((await answer(tovi, id, "accept")).status).toBe(200);
  await expectRefusal(tovi.api.groups[":id"].$get({ param: { id: group.id } }), 404);
  const mine = await (await tovi.api.groups["my-groups"].$get({ query: {} })).json();
  expect(mine).toMatchObject({ items: [], total: 0 });
  const members = await owner.api.groups[":id"].members.$get({
    param: { id: group.id },
    query: {},
  });
  expect((await members.json()).items.map((one) => one.userId)).toContain(tovi.userId);
});

test("managers see the newest invitations first", async () => {
  const { owner, tovi, group } = await buildStaff();
  const old = await muster.later(-60, () => buildInvitation(muster, group, owner));
  const fresh = await buildInvitation(muster, group, tovi, owner);
  expect((await listPending(owner, group.id)).items.map(({ id }) => id)).toEqual([fresh, old]);
});

test("an invitee sees the invitations ordered by expiry, and their number", async () => {
  const { owner, tovi } = await buildStaff();
  for (let n = 0; n < 5; n++) {
    await buildInvitation(muster, await buildGroup(muster, { owner }), tovi, owner);
  }
  const mine = await inbox(tovi);
  const expiries = mine.items.map((one) => one.expiresAt);
  expect(expiries).toHaveLength(5);
  expect(expiries).toEqual(expiries.toSorted());
  expect(mine).toMatchObject({ total: 5, nextCursor: null });
  const waiting = await tovi.api.groups.waiting.$get();
  expect(await waiting.json()).toMatchObject({ invitations: 5, requests: [] });
});
