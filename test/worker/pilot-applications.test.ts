import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { insertApplication, signedInAt } from "#test/support/applications/applications.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { groups } from "#worker/db/schema/groups.ts";

const muster = await startMuster();
const admin = await buildAdministrator(muster);
const { db } = muster.context;

async function applicationsOf({ api }: BuiltUser) {
  const answer = await api.access.$get();
  expect(answer.status).toBe(200);
  return (await answer.json()).applications;
}

async function seenUnderPilots(userId: string) {
  const answer = await admin.api.admin.pilots[":id"].$get({ param: { id: userId } });
  expect(answer.status).toBe(200);
  return (await answer.json()).applications;
}

async function whoCan({ api }: BuiltUser, id: string, query: { on?: string } = {}) {
  const answer = await api.groups[":id"]["who-can"].$get({ param: { id }, query });
  expect(answer.status).toBe(200);
  return (await answer.json()).applications;
}

const join = ({ api }: BuiltUser, id: string) => api.groups[":id"].join.$post({ param: { id } });

test("My access and Pilots list the applications that a player has allowed, and what would end them", async () => {
  const [owner, pilot, other] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, { owner, name: "Home Defence" });
  const wiki = await insertApplication(muster, { name: "Wiki", requiredGroupId: group.id });
  const forum = await insertApplication(muster, { name: "Forum", isOn: false });
  await join(pilot, group.id);
  await signedInAt(muster, wiki.id, pilot.userId);
  await signedInAt(muster, forum.id, pilot.userId);
  await signedInAt(muster, forum.id, other.userId);

  const when = expect.stringMatching(/^\d{4}-.*Z$/);
  const expected = [
    {
      applicationId: forum.id,
      applicationName: "Forum",
      isOn: false,
      claims: ["name"],
      since: when,
      lastSignInAt: when,
      requires: null,
    },
    {
      applicationId: wiki.id,
      applicationName: "Wiki",
      isOn: true,
      claims: ["name"],
      since: when,
      lastSignInAt: when,
      requires: { groupName: "Home Defence", isMember: true },
    },
  ];
  expect(await applicationsOf(pilot)).toEqual(expected);
  expect(await seenUnderPilots(pilot.userId)).toEqual(expected);
  expect(await applicationsOf(owner)).toEqual([]);
});

test("the group that an application requires is named to players who are in it and see it, and to administrators", async () => {
  const [owner, pilot] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, name: "Black Ops" });
  const wiki = await insertApplication(muster, { requiredGroupId: group.id });
  await signedInAt(muster, wiki.id, pilot.userId);
  const own = async () => (await applicationsOf(pilot)).map(({ requires }) => requires);
  expect(await own()).toEqual([{ groupName: null, isMember: false }]);

  await join(pilot, group.id);
  await db.update(groups).set({ effectiveVisibility: "system" }).where(eq(groups.id, group.id));
  expect(await own()).toEqual([{ groupName: null, isMember: true }]);
  const [seen] = await seenUnderPilots(pilot.userId);
  expect(seen?.requires).toEqual({ groupName: "Black Ops", isMember: true });

  await db.delete(groups).where(eq(groups.id, group.id));
  expect(await own()).toEqual([{ groupName: null, isMember: false }]);
});

test("Who can lists the applications that require the group or are told about it, now and not in the past", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  const grant = (applicationId: string) =>
    db.insert(applicationGroups).values({ applicationId, groupId: group.id });
  const door = await insertApplication(muster, { name: "Door", requiredGroupId: group.id });
  const both = await insertApplication(muster, { name: "Both", requiredGroupId: group.id });
  const told = await insertApplication(muster, { name: "Told" });
  await insertApplication(muster, { name: "Neither" });
  await grant(both.id);
  await grant(told.id);
  const expected = [
    { id: both.id, name: "Both", isRequired: true, isGranted: true },
    { id: door.id, name: "Door", isRequired: true, isGranted: false },
    { id: told.id, name: "Told", isRequired: false, isGranted: true },
  ];
  expect(await whoCan(owner, group.id)).toEqual(expected);
  expect(await whoCan(admin, group.id)).toEqual(expected);
  expect(await whoCan(owner, group.id, { on: "2026-01-01" })).toEqual([]);
});
