import { expect, test } from "vitest";
import { CODE_ALPHABET, MAX_CODES } from "#shared/groups/invitations.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCode, buildGroup, eventsOf } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const DAY_SECONDS = 24 * 60 * 60;

const muster = await startMuster();

async function buildAcademy(visibility: "public" | "hidden" | "system" = "hidden") {
  const [owner, manager, member, newbie] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
  ]);
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    members: [member],
    joinMode: "invitation_only",
    name: "Newbro Academy",
    visibility,
  });
  return { owner, manager, member, newbie, group };
}

type Limits = { useLimit?: number | null; expiresInDays?: number | null };
const create = (who: BuiltUser, id: string, json: Limits = {}) =>
  who.api.groups[":id"]["invite-codes"].$post({ param: { id }, json });
const list = (who: BuiltUser, id: string) =>
  who.api.groups[":id"]["invite-codes"].$get({ param: { id } });
const revoke = (who: BuiltUser, id: string) =>
  who.api.groups["invite-codes"][":id"].revoke.$post({ param: { id } });
const redeem = (who: BuiltUser, code: string | null) =>
  who.api.groups["invite-codes"].redeem.$post({ json: { code: code ?? "no code" } });

test("a code has ten characters of an alphabet without look-alikes", async () => {
  expect(CODE_ALPHABET).toHaveLength(32);
  expect(CODE_ALPHABET).not.toMatch(/[ILOU]/);
  const { owner, group } = await buildAcademy();
  const codes = await Promise.all(
    Array.from({ length: 20 }, async () => (await (await create(owner, group.id)).json()).code),
  );
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
});

test("a code admits to a group that is neither visible nor open", async () => {
  const { owner, newbie, group } = await buildAcademy();
  const { code } = await (await create(owner, group.id)).json();
  const redeemed = await redeem(newbie, code);
  expect(await redeemed.json()).toEqual({
    message: "Successfully joined Newbro Academy!",
    group: { id: group.id, name: "Newbro Academy" },
  });
  const seen = await newbie.api.groups[":id"].$get({ param: { id: group.id } });
  expect(await seen.json()).toMatchObject({ isMember: true, memberCount: 4 });
  expect(await eventsOf(muster, group.id)).toEqual(["code_created", "code_redeemed"]);
});

test("a code is accepted in any case, with blanks, dashes and look-alikes", async () => {
  const { owner } = await buildAcademy();
  const group = await buildGroup(muster, { owner });
  await buildCode(muster, group, owner, { code: "ABCDE01234" });
  for (const typed of [
    "abcde-01234",
    " ABCDE 01234\n",
    "abcde–01234",
    "AbCdEoI234",
    "a b c d e 0 l 2 3 4",
  ]) {
    expect((await redeem(await buildUser(muster), typed)).status).toBe(200);
  }
});

test("an empty and an unknown code are refused with a message", async () => {
  const { newbie } = await buildAcademy();
  for (const nothing of ["", "   ", " - "]) {
    await expectRefusal(redeem(newbie, nothing), 400, "Please enter an invite code");
  }
  for (const wrong of ["NOSUCHCODE", "x".repeat(255), "'; drop table groups; --", "🚀"]) {
    await expectRefusal(redeem(newbie, wrong), 404, "This invite code is not valid");
  }
  await expectRefusal(redeem(newbie, "x".repeat(256)), 400);
});

test("wrong, revoked and expired codes take the same statements and read the same rows", async () => {
  const { owner, newbie, group } = await buildAcademy();
  const expired = await buildCode(muster, group, owner, { expiresAt: new Date(0) });
  const revoked = await (await create(owner, group.id)).json();
  await revoke(owner, revoked.id);
  const costOf = async (code: string | null) => {
    muster.costs.reset();
    await expectRefusal(redeem(newbie, code), 404, "This invite code is not valid");
    const { roundTrips, rowsRead } = muster.costs;
    return { roundTrips, rowsRead };
  };
  const wrong = await costOf("0000000000");
  expect(await costOf(revoked.code)).toEqual(wrong);
  expect(await costOf("9999999999")).toEqual(wrong);
  expect((await costOf(expired.code)).roundTrips).toBe(wrong.roundTrips);
});

test("a member who redeems a code does not use it up", async () => {
  const { owner, member, group } = await buildAcademy();
  const { code } = await (await create(owner, group.id, { useLimit: 1 })).json();
  await expectRefusal(redeem(member, code), 409, "You are already a member of Newbro Academy.");
  expect((await redeem(await buildUser(muster), code)).status).toBe(200);
});

test("a code expires after its days; a code without days never does", async () => {
  const { owner, newbie, group } = await buildAcademy();
  const brief = await (await create(owner, group.id, { expiresInDays: 1 })).json();
  const lasting = await (await create(owner, group.id, { expiresInDays: null })).json();
  expect(Date.parse(brief.expiresAt ?? "") - Date.parse(brief.createdAt)).toBeCloseTo(
    DAY_SECONDS * 1000,
    -3,
  );
  expect(lasting.expiresAt).toBe(null);
  await muster.later(DAY_SECONDS + 1, async () => {
    await expectRefusal(redeem(newbie, brief.code), 404, "This invite code is not valid");
    const { items } = await (await list(owner, group.id)).json();
    expect(items.map(({ id, state }) => [id, state])).toEqual(
      expect.arrayContaining([
        [brief.id, "expired"],
        [lasting.id, "active"],
      ]),
    );
  });
  await muster.later(25 * DAY_SECONDS, async () => {
    expect((await redeem(newbie, lasting.code)).status).toBe(200);
  });
});

test("the log never holds the code itself", async () => {
  const { owner, group } = await buildAcademy();
  const { code } = await (await create(owner, group.id, { useLimit: 5 })).json();
  await redeem(await buildUser(muster), code);
  const log = await owner.api.groups[":id"].activity.$get({ param: { id: group.id }, query: {} });
  const text = await log.text();
  expect(text).toContain("code_redeemed");
  expect(text).not.toContain(String(code));
});

test("a group has at most a hundred codes, even if several are created at once", async () => {
  const { owner, manager, group } = await buildAcademy();
  for (let n = 1; n < MAX_CODES; n++) await buildCode(muster, group, owner);
  const both = await Promise.all([create(owner, group.id), create(manager, group.id)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  await expectRefusal(
    create(owner, group.id),
    409,
    "Newbro Academy already has 100 invite codes. Revoke one first.",
  );
});

test("a code has at most a thousand uses and thirty days", async () => {
  const { owner, group } = await buildAcademy();
  for (const json of [{ useLimit: 0 }, { useLimit: 1001 }, { expiresInDays: 31 }]) {
    await expectRefusal(create(owner, group.id, json), 400);
  }
  expect((await create(owner, group.id, { useLimit: 1000, expiresInDays: 30 })).status).toBe(201);
});
