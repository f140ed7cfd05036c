import { base64url } from "jose";
import { expect, test } from "vitest";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const DAY_SECONDS = 86_400;
const muster = await startMuster();
const admin = await buildAdministrator(muster);
const category = await buildCategory(muster);

const dayBefore = (days: number) =>
  new Date(Date.now() - days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
const ago = <Value>(days: number, act: () => Promise<Value>) =>
  muster.later(-days * DAY_SECONDS, act);

async function read(who: BuiltUser, id: string, on?: string) {
  const answer = await who.api.groups[":id"]["who-can"].$get({
    param: { id },
    query: on === undefined ? {} : { on },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function whoCould(who: BuiltUser, id: string, on?: string) {
  const { items } = await read(who, id, on);
  return items
    .map(({ name, role, wayIn }) => `${name}: ${role}, ${wayIn?.kind} by ${wayIn?.by?.name}`)
    .toSorted();
}

async function createGroup({ api }: BuiltUser, name: string) {
  const answer = await api.groups.$post({
    json: {
      name,
      categoryId: category.id,
      visibility: "public",
      joinMode: "approval",
      allowDuplicateName: true,
    },
  });
  return answer.json();
}

const removeFrom = ({ api }: BuiltUser, id: string, { userId }: BuiltUser) =>
  api.groups[":id"].members[":userId"].$delete({ param: { id, userId } });

/** Mira created Diplomacy 50 days ago; Juno was approved, Oskar too; Oskar was removed; then Juno became the owner. */
async function diplomacy() {
  const [mira, juno, oskar] = [
    await buildUser(muster, { name: "Mira Tal" }),
    await buildUser(muster, { name: "Juno Castellan" }),
    await buildUser(muster, { name: "Oskar Wren" }),
  ];
  const group = await ago(50, () => createGroup(mira, "Diplomacy"));
  const param = { id: group.id };
  const approve = async (pilot: BuiltUser) => {
    const id = await buildRequest(muster, group, pilot);
    return mira.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
  };
  await ago(40, () => approve(juno));
  await ago(40, () => approve(oskar));
  await ago(30, () =>
    mira.api.groups[":id"].admins.$post({ param, json: { userId: juno.userId } }),
  );
  await ago(20, () => removeFrom(mira, group.id, oskar));
  await ago(10, () =>
    mira.api.groups[":id"].transfer.$post({ param, json: { newOwnerId: juno.userId } }),
  );
  return { mira, juno, oskar, group };
}

test("who could read a group on a day, and how each of them got in", async () => {
  const { group } = await diplomacy();
  const mira = "Mira Tal: owner, founded by undefined";
  const approved = (name: string, role: string) => `${name}: ${role}, approved by Mira Tal`;
  const on = (days: number) => whoCould(admin, group.id, dayBefore(days));
  expect(await on(51)).toEqual([]);
  expect(await on(45)).toEqual([mira]);
  expect(await on(35)).toEqual([
    approved("Juno Castellan", "member"),
    mira,
    approved("Oskar Wren", "member"),
  ]);
  expect(await on(25)).toEqual([
    approved("Juno Castellan", "admin"),
    mira,
    approved("Oskar Wren", "member"),
  ]);
  expect(await on(15)).toEqual([approved("Juno Castellan", "admin"), mira]);
  const now = [approved("Juno Castellan", "owner"), "Mira Tal: admin, founded by undefined"];
  expect(await on(5)).toEqual(now);
  expect(await whoCould(admin, group.id)).toEqual(now);

  muster.costs.reset();
  const { existsSince, items } = await read(admin, group.id, dayBefore(45));
  expect(muster.costs.roundTrips).toBe(1);
  expect(existsSince?.slice(0, 10)).toBe(dayBefore(50));
  expect(items[0]?.since?.slice(0, 10)).toBe(dayBefore(50));
});

test("leaders read the names of present members only, and members nothing", async () => {
  const { mira, juno, oskar, group } = await diplomacy();
  const answer = await mira.api.groups[":id"]["who-can"].$get({
    param: { id: group.id },
    query: { on: dayBefore(25) },
  });
  const text = await answer.clone().text();
  expect(text).not.toContain("Oskar Wren");
  expect(text).not.toContain(oskar.userId);
  expect((await answer.json()).items).toHaveLength(3);
  expect(await whoCould(mira, group.id, dayBefore(25))).toContain(
    "null: member, approved by Mira Tal",
  );
  // Mira leaves: Juno no longer reads who approved.
  await mira.api.groups[":id"].leave.$post({ param: { id: group.id } });
  expect(await whoCould(juno, group.id, dayBefore(25))).toContain(
    "Juno Castellan: admin, approved by undefined",
  );
  for (const who of [mira, oskar]) {
    const refused = await who.api.groups[":id"]["who-can"].$get({
      param: { id: group.id },
      query: {},
    });
    expect(refused.status).toBe(404);
  }
});

test("leaders do not find out who a former member is by the page that they ask for", async () => {
  const { mira, oskar, group } = await diplomacy();
  const from = async (...key: string[]) => {
    const cursor = base64url.encode(JSON.stringify(key));
    const answer = await mira.api.groups[":id"]["who-can"].$get({
      param: { id: group.id },
      query: { on: dayBefore(25), cursor },
    });
    return answer.status === 200 ? (await answer.json()).items.length : answer.status;
  };
  const before = `${oskar.userId.slice(0, -1)}\u0020`;
  expect(await from(before)).toBe(await from(oskar.userId));
  const { items } = await read(mira, group.id, dayBefore(25));
  expect(items.map(({ name }) => name !== null)).toEqual([true, true, false]);
});

test("members of before the log are listed from their membership, and the answer says where the log begins", async () => {
  const [owner, pilot] = [await buildUser(muster), await buildUser(muster, { name: "Early Bird" })];
  const group = await ago(60, () =>
    buildGroup(muster, { owner, members: [pilot], category, name: "Older than the log" }),
  );
  const found = await read(admin, group.id, dayBefore(30));
  expect(found).toMatchObject({ existsSince: null, nextCursor: null });
  expect(found.loggedSince).not.toBeNull();
  const early = found.items.find(({ name }) => name === "Early Bird");
  expect(early).toMatchObject({ role: "member", wayIn: null });
  expect(early?.since?.slice(0, 10)).toBe(dayBefore(60));
  expect((await read(admin, group.id, dayBefore(61))).items).toEqual([]);

  // The end of a membership tells that there was one.
  await removeFrom(owner, group.id, pilot);
  expect(await whoCould(admin, group.id, dayBefore(30))).toContain(
    "Early Bird: null, undefined by undefined",
  );
  const names = (await read(admin, group.id)).items.map(({ name }) => name);
  expect(names).not.toContain("Early Bird");
});
