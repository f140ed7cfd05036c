import { expect, test } from "vitest";
import type { Visibility } from "#shared/groups/categories.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCode, buildGroup } from "#test/support/people/group-builders.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { startWithSuspensions } from "#test/support/people/suspension-builders.ts";

const { muster, suspend } = await startWithSuspensions();

async function buildWing(visibility: Visibility) {
  const [owner, guest] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster),
  ]);
  const group = await buildGroup(muster, {
    owner,
    name: "Capitals Wing",
    joinMode: "invitation_only",
    visibility,
  });
  return { owner, guest, group };
}

const open = (who: BuiltUser, code: string) =>
  who.api.groups["invite-codes"].preview.$post({ json: { code } });
const preview = async (who: BuiltUser, code: string) => (await open(who, code)).json();

test.for(["public", "hidden", "system"] as const)(
  "an invite link shows a %s group and who invites, and admits nobody by itself",
  async (visibility) => {
    const { owner, guest, group } = await buildWing(visibility);
    const { code } = await buildCode(muster, group, owner);
    muster.costs.reset();
    expect(await preview(guest, code)).toEqual({
      state: "active",
      expiresAt: null,
      inviterCharacterName: "Mira Tal",
      group: {
        id: group.id,
        name: "Capitals Wing",
        description: null,
        visibility,
        canView: visibility === "public",
        isMember: false,
      },
    });
    expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
    expect(muster.costs.rowsWritten).toBe(0);
    expect(await preview(owner, code)).toMatchObject({ group: { canView: true, isMember: true } });
  },
);

test("a link is found with the code as it is typed", async () => {
  const { owner, guest, group } = await buildWing("hidden");
  await buildCode(muster, group, owner, { code: "ABCDE01234" });
  expect(await preview(guest, "https://muster.example/i/abcde-o1234")).toMatchObject({
    group: { name: "Capitals Wing" },
  });
});

test("a link that no longer works says why, and names neither a hidden group nor who invited", async () => {
  const { owner, guest, group } = await buildWing("hidden");
  const expired = await buildCode(muster, group, owner, { expiresAt: new Date(0) });
  const usedUp = await buildCode(muster, group, owner, { uses: 1, useLimit: 1 });
  expect(await preview(guest, expired.code)).toEqual({
    state: "expired",
    expiresAt: "1970-01-01T00:00:00.000Z",
    inviterCharacterName: null,
    group: null,
  });
  expect(await preview(guest, usedUp.code)).toMatchObject({ state: "used_up", group: null });
  expect(await preview(owner, usedUp.code)).toMatchObject({ group: { name: "Capitals Wing" } });
  const paused = await buildCode(muster, group, owner);
  await suspend(owner.userId);
  expect(await preview(guest, paused.code)).toMatchObject({ state: "paused", group: null });
});

test("a link that no longer works leads to a group that the user may see", async () => {
  const { owner, guest, group } = await buildWing("public");
  const { code } = await buildCode(muster, group, owner, { expiresAt: new Date(0) });
  expect(await preview(guest, code)).toMatchObject({ state: "expired", group: { canView: true } });
});

test("an unknown and a revoked link are refused with one message", async () => {
  const { owner, guest, group } = await buildWing("hidden");
  const { code, id } = await buildCode(muster, group, owner);
  await owner.api.groups["invite-codes"][":id"].revoke.$post({ param: { id } });
  for (const unknown of [code, "0000000000"]) {
    await expectRefusal(open(guest, unknown), 404, "This invite code is not valid");
  }
});

const visit = (code: string) => muster.client()["invite-links"].$post({ json: { code } });
const NOTHING = { group: null, inviterCharacterName: null, expiresAt: null };

async function buildShown(visibility: Visibility) {
  const wing = await buildWing(visibility);
  await wing.owner.api.groups[":id"].$patch({
    param: { id: wing.group.id },
    json: { isShownInInvites: true },
  });
  return wing;
}

test.for(["public", "hidden", "system"] as const)(
  "a visitor learns of a %s group only that the link works, unless its owner has chosen otherwise",
  async (visibility) => {
    const { owner, group } = await buildWing(visibility);
    const { code } = await buildCode(muster, group, owner);
    expect(await (await visit(code)).json()).toEqual({ isUsable: true, ...NOTHING });
  },
);

test.for(["public", "hidden"] as const)(
  "a visitor sees a %s group and who invites, if its owner has chosen so",
  async (visibility) => {
    const { owner, group } = await buildShown(visibility);
    const { code } = await buildCode(muster, group, owner);
    muster.costs.reset();
    expect(await (await visit(code)).json()).toEqual({
      isUsable: true,
      group: { name: "Capitals Wing", description: null },
      inviterCharacterName: "Mira Tal",
      expiresAt: null,
    });
    expect(muster.costs.roundTrips).toBe(1);
    expect(muster.costs.rowsWritten).toBe(0);
  },
);

test("a visitor never sees a system group, whatever its setting says", async () => {
  const { owner, group } = await buildShown("system");
  const { code } = await buildCode(muster, group, owner);
  expect(await (await visit(code)).json()).toEqual({ isUsable: true, ...NOTHING });
});

test("a visitor does not learn the name of a player who has left the group", async () => {
  const { guest, group } = await buildShown("public");
  const { code } = await buildCode(muster, group, guest);
  expect(await (await visit(code)).json()).toMatchObject({
    group: { name: "Capitals Wing" },
    inviterCharacterName: null,
  });
});

test("a link that cannot be used is answered alike, whatever the reason: body, headers and work", async () => {
  const { owner, group } = await buildShown("public");
  const past = { expiresAt: new Date(0) };
  const [expired, usedUp, revoked] = [
    await buildCode(muster, group, owner, past),
    await buildCode(muster, group, owner, { uses: 1, useLimit: 1 }),
    await buildCode(muster, group, owner),
  ];
  await owner.api.groups["invite-codes"][":id"].revoke.$post({ param: { id: revoked.id } });
  const other = await buildShown("hidden");
  const paused = await buildCode(muster, other.group, other.owner);
  await suspend(other.owner.userId);
  const answers = [];
  for (const code of ["0000000000", expired.code, usedUp.code, revoked.code, paused.code]) {
    muster.costs.reset();
    const answer = await visit(code);
    const { "x-request-id": _, ...headers } = Object.fromEntries(answer.headers);
    const body = await answer.text();
    const { roundTrips, executed } = muster.costs;
    const queries = executed.map(({ query }) => query);
    answers.push({ status: answer.status, headers, body, roundTrips, queries });
  }
  expect(answers[0]).toMatchObject({
    status: 200,
    body: JSON.stringify({ isUsable: false, ...NOTHING }),
  });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
