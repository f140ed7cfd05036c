import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Rule } from "#shared/requirements/rule.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  inAlliance,
  ruleOf,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { users } from "#worker/db/schema/accounts.ts";

const OURS = 99_000_001;
const THEIRS = 99_000_002;
const rule = ruleOf(inAlliance("main", OURS), { enrolment: "automatic", graceDays: 0 });

async function rolesAfter({ api }: BuiltUser, { id }: { id: string }, its: Rule) {
  const preview = api.groups[":id"].requirements.preview;
  const response = await preview.$post({ param: { id }, json: { rule: its } });
  expect(response.status).toBe(200);
  return (await response.json()).discordRoles;
}

test("a preview counts who gets and who loses the roles that the group gives on Discord", async () => {
  const server = await buildServer();
  const { muster, admin, id, addPilot, join, scouts, pilots, roleId, save, switchOn } = server;
  await save({
    roles: [
      { roleId: roleId("Scout"), groupIds: [scouts.id] },
      { roleId: roleId("Pilot"), groupIds: [pilots.id, scouts.id] },
    ],
  });
  const pilotIn = async (allianceId: number, given: Parameters<typeof addPilot>[0] = {}) => {
    const pilot = await addPilot(given);
    await setAlliance(muster, pilot, pilot.mainCharacterId, allianceId);
    return pilot;
  };
  const unlinkedIn = async (allianceId: number) => {
    const user = await buildUser(muster);
    await setAlliance(muster, user, user.mainCharacterId, allianceId);
    return user;
  };
  // Would be removed: one loses both roles, one keeps Pilot by the other group, and three have no role to lose.
  await pilotIn(THEIRS, { groups: [scouts] });
  await pilotIn(THEIRS, { groups: [scouts, pilots] });
  await pilotIn(THEIRS, { groups: [scouts], isElsewhere: true });
  await join(await unlinkedIn(THEIRS), scouts);
  // Would join: two get Scout, one of them has Pilot already; the others are not on the server.
  await pilotIn(OURS);
  const holder = await pilotIn(OURS, { groups: [pilots] });
  await pilotIn(OURS, { isElsewhere: true });
  await unlinkedIn(OURS);
  // Stays a member.
  await pilotIn(OURS, { groups: [scouts] });

  expect(await rolesAfter(admin, scouts, rule)).toEqual([]);
  await switchOn();
  muster.costs.roundTrips = 0;
  const found = await rolesAfter(admin, scouts, rule);
  const trips = muster.costs.roundTrips;
  const shown = { serverId: id, color: null };
  const byName = <Role extends { roleName: string }>(roles: Role[]) =>
    roles.toSorted((a, b) => a.roleName.localeCompare(b.roleName));
  expect(byName(found)).toMatchObject([
    { ...shown, roleName: "Pilot", people: { gain: 1, lose: 1, lose_after_grace: 0 } },
    { ...shown, roleName: "Scout", people: { gain: 2, lose: 2, lose_after_grace: 0 } },
  ]);
  const graced = await rolesAfter(admin, scouts, { ...rule, graceDays: 3 });
  expect(byName(graced)).toMatchObject([
    { people: { gain: 1, lose: 0, lose_after_grace: 1 } },
    { people: { gain: 2, lose: 0, lose_after_grace: 2 } },
  ]);
  // With manual enrolment, saving adds no member.
  const manual = await rolesAfter(admin, scouts, { ...rule, enrolment: "manual" });
  expect(byName(manual)).toMatchObject([
    { people: { gain: 0, lose: 1 } },
    { people: { gain: 0, lose: 2 } },
  ]);
  const elsewhere = await buildGroup(muster, { owner: admin });
  muster.costs.roundTrips = 0;
  expect(await rolesAfter(admin, elsewhere, rule)).toEqual([]);
  expect(trips).toBe(muster.costs.roundTrips);

  const suspendedUntil = new Date(Date.now() + 60_000);
  await muster.context.db.update(users).set({ suspendedUntil }).where(eq(users.id, holder.userId));
  expect(byName(await rolesAfter(admin, scouts, rule))).toMatchObject([
    { people: { gain: 1 } },
    { people: { gain: 1 } },
  ]);
});

test("an owner reads the roles that follow, and no numbers", async () => {
  const { muster, addPilot, roleId, save, switchOn } = await buildServer();
  const owner = await addPilot();
  const group = await buildGroup(muster, { owner });
  const member = await addPilot({ groups: [group] });
  await setAlliance(muster, member, member.mainCharacterId, THEIRS);
  await save({ roles: [{ roleId: roleId("Other"), groupIds: [group.id] }] });
  await switchOn();
  const manual: Rule = { ...rule, enrolment: "manual" };
  expect(await rolesAfter(owner, group, manual)).toMatchObject([
    { roleId: roleId("Other"), roleName: "Other", people: null },
  ]);
});
