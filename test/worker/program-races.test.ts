import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { changedMembersSchema } from "#shared/applications/api-answers.ts";
import type { ApiMembersChange } from "#shared/applications/api.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { idsOf, openProgram } from "#test/support/applications/members-program.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCode, buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { evaluateAll, isMember } from "#test/support/requirements/requirement-builders.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";

// Programs and people who act on one pilot at the same moment.

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);
const owner = await buildUser(muster, { name: "Renwick Pell" });

type Raced = { group: { id: string; name: string }; pilot: BuiltUser };
type Race = {
  isIn: boolean;
  program: Omit<ApiMembersChange, "pilots">;
  /** What a person does at the same moment. */
  person: (raced: Raced) => Promise<Response>;
};
const ADD = { action: "add" as const };
const REMOVE = { action: "remove" as const, reason: "x" };
const SET_END = { action: "set_end" as const, days: 3 };
const param = ({ group }: Raced) => ({ id: group.id });
const removes: Race["person"] = ({ group, pilot }) =>
  owner.api.groups[":id"].members[":userId"].$delete({
    param: { id: group.id, userId: pilot.userId },
  });
const promotes: Race["person"] = (raced) =>
  owner.api.groups[":id"].admins.$post({
    param: param(raced),
    json: { userId: raced.pilot.userId },
  });
const deletes: Race["person"] = (raced) =>
  owner.api.groups[":id"].$delete({ param: param(raced), json: { name: raced.group.name } });

const RACES: Record<string, Race> = {
  "adds whom an invite code lets in": {
    isIn: false,
    program: ADD,
    person: async ({ group, pilot }) => {
      const { code } = await buildCode(muster, group, owner);
      return pilot.api.groups["invite-codes"].redeem.$post({ json: { code } });
    },
  },
  "adds a pilot who joins": {
    isIn: false,
    program: ADD,
    person: (raced) => raced.pilot.api.groups[":id"].join.$post({ param: param(raced) }),
  },
  "adds a pilot whose request is approved": {
    isIn: false,
    program: ADD,
    person: async ({ group, pilot }) => {
      const id = await buildRequest(muster, group, pilot);
      return owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
    },
  },
  "adds to a group that is deleted": { isIn: false, program: ADD, person: deletes },
  "removes a pilot who leaves": {
    isIn: true,
    program: REMOVE,
    person: (raced) => raced.pilot.api.groups[":id"].leave.$post({ param: param(raced) }),
  },
  "removes a pilot whom the owner removes": { isIn: true, program: REMOVE, person: removes },
  "removes a pilot who becomes an admin": { isIn: true, program: REMOVE, person: promotes },
  "removes the next owner": {
    isIn: true,
    program: REMOVE,
    person: (raced) =>
      owner.api.groups[":id"].transfer.$post({
        param: param(raced),
        json: { newOwnerId: raced.pilot.userId },
      }),
  },
  "removes from a group that is deleted": { isIn: true, program: REMOVE, person: deletes },
  "ends the membership of a pilot who is removed": {
    isIn: true,
    program: SET_END,
    person: removes,
  },
  "ends the membership of a pilot who becomes an admin": {
    isIn: true,
    program: SET_END,
    person: promotes,
  },
  "adds whom another program adds": {
    isIn: false,
    program: ADD,
    person: async ({ group, pilot }) => {
      const { send } = await openProgram(muster, { groupIds: [group.id] });
      return send(group, { ...ADD, pilots: idsOf(pilot) });
    },
  },
  "removes whom another program ends": {
    isIn: true,
    program: REMOVE,
    person: async ({ group, pilot }) => {
      const { send } = await openProgram(muster, { groupIds: [group.id] });
      return send(group, { ...SET_END, pilots: idsOf(pilot) });
    },
  },
};

/** Whether each event of a pilot's membership follows from the one before it, and the last from none of them is left out. */
async function isLogWhole({ group, pilot }: Raced, wasIn: boolean) {
  const events = await db
    .select({ kind: auditEvents.kind })
    .from(auditEvents)
    .where(and(eq(auditEvents.groupId, group.id), eq(auditEvents.subjectId, pilot.userId)))
    .orderBy(auditEvents.id);
  let isIn = wasIn;
  for (const { kind } of events) {
    const { wayIn, endsMembership = false } = definitionOf(kind);
    if (wayIn === undefined && !endsMembership) continue;
    if (isIn === !endsMembership) return false;
    isIn = !endsMembership;
  }
  return isIn === (await isMember(muster, group.id, pilot.userId));
}

test.for(keysOf(RACES))(
  "a program that %s leaves one outcome, and a log that tells it",
  async (name) => {
    const { isIn, program, person } = RACES[name] ?? { isIn: false, program: ADD, person: removes };
    for (let round = 0; round < 4; round += 1) {
      const pilot = await buildUser(muster);
      const members = isIn ? [pilot] : [];
      const group = await buildGroup(muster, { owner, members, joinMode: "open" });
      const raced = { group, pilot };
      const { send } = await openProgram(muster, { groupIds: [group.id] });
      const acts = [
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an action and its pilots
        () => send(group, { ...program, pilots: idsOf(pilot) } as ApiMembersChange),
        () => person(raced),
      ];
      const answers = await Promise.all(
        (round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()),
      );
      for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status);
      const isDeleted =
        (await db.select().from(groups).where(eq(groups.id, group.id))).length === 0;
      expect(isDeleted || (await isLogWhole(raced, isIn))).toBe(true);
      const [seat] = await db
        .select()
        .from(groupMembers)
        .where(and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, pilot.userId)));
      // Owners have no end, and a program gives none to an admin.
      expect(seat?.role === "owner" && seat.endsAt !== null).toBe(false);
    }
  },
);

test("two programs that remove few each, and many together, are told which removals wait", async () => {
  const statuses: number[] = [];
  for (let at = 2; at < 6; at += 1) {
    const members = await buildUsers(muster, 8);
    const [mine, others] = [members.slice(0, 3), members.slice(3, 6)];
    const group = await buildGroup(muster, { owner, members });
    const other = await openProgram(muster, { groupIds: [group.id] });
    const between = interleave(muster.env, at, async () => {
      await other.change(group, { ...REMOVE, pilots: idsOf(...others) });
    });
    const send = (path: string, init?: RequestInit) =>
      fetchIn(between.env, new Request(new URL(path, "https://muster.test"), init));
    const program = await openProgram({ ...muster, send }, { groupIds: [group.id] });
    const answer = await program.send(group, { ...REMOVE, pilots: idsOf(...mine) });
    await between.finish();
    statuses.push(answer.status);
    if (answer.status !== 200) continue;
    const { items } = z.parse(changedMembersSchema, await answer.json());
    for (const { pilot, isMember: is } of items) {
      expect(await isMember(muster, group.id, String(pilot))).toBe(is);
    }
  }
  expect(statuses).toContain(409);
});

test("removals of a program that a person releases while it adds again leave no member twice", async () => {
  const members = await buildUsers(muster, 12);
  const [first] = members;
  if (first === undefined) throw new Error("There are twelve.");
  const group = await buildGroup(muster, { owner, members });
  const { change, send } = await openProgram(muster, { groupIds: [group.id] });
  await change(group, { ...REMOVE, pilots: idsOf(...members) });
  const [held] = await db.select().from(heldChanges).where(eq(heldChanges.groupId, group.id));
  const [released, added] = await Promise.all([
    admin.api.admin.held[":id"].release.$post({
      param: { id: held?.id ?? "" },
      json: { removalCount: members.length, reason: "Agreed" },
    }),
    send(group, { ...ADD, pilots: idsOf(first) }),
  ]);
  expect([released.status, added.status]).toEqual([200, 200]);
  await evaluateAll(muster);
  const left = members.filter(({ userId }) => userId !== first.userId);
  for (const { userId } of left) expect(await isMember(muster, group.id, userId)).toBe(false);
  for (const pilot of members) expect(await isLogWhole({ group, pilot }, true)).toBe(true);
});

test("an undo of an application's hour while it goes on takes back what was previewed, or nothing", async () => {
  const [mira, oskar] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner });
  const { change, send, ids } = await openProgram(muster, { groupIds: [group.id] });
  const from = new Date(Date.now() - 1000).toISOString();
  await change(group, { ...ADD, pilots: idsOf(mira) });
  const span = { userId: ids.application, from, to: new Date(Date.now() + 60_000).toISOString() };
  const { digest } = await (await admin.api.admin.undo.$get({ query: span })).json();
  const [undone, added] = await Promise.all([
    admin.api.admin.undo.$post({ json: { ...span, digest } }),
    send(group, { ...ADD, pilots: idsOf(oskar) }),
  ]);
  expect(added.status).toBe(200);
  expect([200, 409]).toContain(undone.status);
  expect(await isMember(muster, group.id, mira.userId)).toBe(undone.status !== 200);
  expect(await isMember(muster, group.id, oskar.userId)).toBe(true);
  for (const pilot of [mira, oskar]) expect(await isLogWhole({ group, pilot }, false)).toBe(true);
});
