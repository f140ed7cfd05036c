import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { operationReadings, participations } from "#worker/db/schema/operations.ts";

const HOUR = 60 * 60 * 1000;
const ANSWERS = ["coming", "maybe", "not"] as const;
const muster = await startMuster();
const { db } = muster.context;

const owner = await buildUser(muster, { name: "Mira Tal" });
const pilots = [
  await buildUser(muster, { name: "Tovi Renn" }),
  await buildUser(muster, { name: "Bram Oyelaran" }),
  await buildUser(muster, { name: "Juno Castellan" }),
];

const pilot = fc.nat({ max: pilots.length - 1 });
const which = fc.nat({ max: 3 });
const plan = fc.record({
  kind: fc.constant("plan" as const),
  groups: fc.constantFrom([0], [1], [0, 1]),
  /** Minutes in which its fleet was read, with gaps; null: it was not begun. */
  read: fc.option(
    fc.constantFrom<[number, number][]>(
      [],
      [[0, 60]],
      [
        [0, 9],
        [30, 60],
      ],
    ),
  ),
  seen: fc.subarray([0, 1, 2]),
});
const membership = (...kinds: ("join" | "leave")[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), pilot, group: fc.nat(1) });
const answer = fc.record({
  kind: fc.constant("answer" as const),
  pilot,
  which,
  answer: fc.constantFrom(...ANSWERS, null),
});
const step = fc.oneof(
  plan,
  membership("join", "leave"),
  { arbitrary: answer, weight: 2 },
  fc.record({ kind: fc.constantFrom("cancel" as const, "restore" as const), which }),
  fc.record({ kind: fc.constantFrom("suspend" as const, "lift" as const), pilot }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Begins with operations, members and answers: few random stories come that far by themselves. */
const stories = fc
  .tuple(
    fc.array(plan, { minLength: 1, maxLength: 2 }),
    fc.array(membership("join"), { minLength: 3, maxLength: 6 }),
    fc.array(answer, { maxLength: 3 }),
    fc.array(step, { minLength: 4, maxLength: 10 }),
  )
  .map((parts): Step[] => parts.flat());

/** Who shares a group reads answers and names, who shares none or is suspended is not among them, and a cancelled operation keeps its answers. */
const EVERY_RULE: Step[] = [
  { kind: "plan", groups: [0, 1], read: [[0, 60]], seen: [0, 1, 2] },
  { kind: "join", pilot: 0, group: 0 },
  { kind: "join", pilot: 1, group: 0 },
  { kind: "join", pilot: 2, group: 1 },
  { kind: "answer", pilot: 0, which: 0, answer: "coming" },
  { kind: "answer", pilot: 1, which: 0, answer: "maybe" },
  { kind: "answer", pilot: 2, which: 0, answer: "not" },
  { kind: "answer", pilot: 2, which: 0, answer: "coming" },
  { kind: "suspend", pilot: 1 },
  { kind: "lift", pilot: 1 },
  { kind: "leave", pilot: 1, group: 0 },
  { kind: "cancel", which: 0 },
  { kind: "answer", pilot: 0, which: 0, answer: "coming" },
  { kind: "answer", pilot: 0, which: 0, answer: null },
  { kind: "restore", which: 0 },
  { kind: "answer", pilot: 0, which: 0, answer: null },
];

type Planned = {
  id: string;
  groups: readonly number[];
  isCancelled: boolean;
  answers: Map<number, string>;
  /** Who was seen in its fleet, if it was begun. */
  seen: number[] | undefined;
};

const linkOf = async (who: BuiltUser) =>
  (await (await who.api.operations.calendar.$post()).json()).secret;

async function calendarOf(link: string) {
  const response = await muster.send(link);
  if (response.status === 404) return undefined;
  const events = new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents(
    "vevent",
  );
  return events
    .map((event) => ({
      id: new ICAL.Event(event).uid.replace("@muster", ""),
      isCancelled: event.getFirstPropertyValue("status") === "CANCELLED",
    }))
    .toSorted(byId);
}

const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);

test("while members join, leave, answer and are suspended, lists, counts, names and calendars are what their memberships say", async () => {
  const links = await Promise.all(pilots.map(linkOf));
  const nameOf = ["Tovi Renn", "Bram Oyelaran", "Juno Castellan"];
  const story = async (steps: readonly Step[]) => {
    const groups = [
      await buildGroup(muster, { owner }),
      await buildGroup(muster, { owner, visibility: "hidden" }),
    ];
    const groupIds = groups.map(({ id }) => id);
    const members = [new Set<number>(), new Set<number>()];
    const suspended = new Set<number>();
    const planned: Planned[] = [];
    const statuses: { status: number | undefined; wanted: number }[] = [];
    const userOf = (index: number) => pilots[index]?.userId ?? "";
    const suspend = async (index: number, isOn: boolean) => {
      const until = isOn ? new Date(Date.now() + HOUR) : null;
      await db
        .update(users)
        .set({ suspendedUntil: until })
        .where(eq(users.id, userOf(index)));
      if (isOn) suspended.add(index);
      else suspended.delete(index);
    };
    const groupsOf = (index: number) => [0, 1].filter((group) => members[group]?.has(index));
    const shared = (one: Planned, index: number) =>
      one.groups.filter((group) => groupsOf(index).includes(group));
    const isMate = (one: Planned, reader: number, other: number) =>
      shared(one, reader).some((group) => members[group]?.has(other));
    const apply = async (one: Step) => {
      if (one.kind === "plan") {
        const response = await owner.api.operations.$post({
          json: {
            kind: "fleet",
            title: "Shield Ferox",
            startsAt: new Date(Date.now() + HOUR).toISOString(),
            minutes: 60,
            place: "",
            comms: "",
            text: "",
            doctrine: "",
            commanderId: null,
            groupIds: one.groups.map((group) => groupIds[group] ?? ""),
            isWeekly: false,
          },
        });
        const { id } = await response.json();
        const begunAt = new Date();
        if (one.read !== null) {
          await db.insert(operationReadings).values({
            operationId: id,
            begunAt,
            endedAt: begunAt,
            dueAt: begunAt,
            spans: { read: one.read, presentMost: 9 },
            people: [],
          });
          for (const index of one.seen) {
            await db.insert(participations).values({
              userId: userOf(index),
              at: begunAt,
              operationId: id,
              minutes: 5,
              ships: [],
            });
          }
        }
        planned.push({
          id,
          groups: one.groups,
          isCancelled: false,
          answers: new Map(),
          seen: one.read === null ? undefined : one.seen,
        });
        return;
      }
      if (!("which" in one) && !("group" in one)) {
        await suspend(one.pilot, one.kind === "suspend");
        return;
      }
      if ("group" in one) {
        const [groupId, userId] = [groupIds[one.group] ?? "", userOf(one.pilot)];
        if (one.kind === "leave") {
          members[one.group]?.delete(one.pilot);
          await db
            .delete(groupMembers)
            .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)));
        } else {
          members[one.group]?.add(one.pilot);
          await db
            .insert(groupMembers)
            .values({ groupId, userId, role: "member", joinedAt: new Date() })
            .onConflictDoNothing();
        }
        return;
      }
      const operation = planned[one.which % planned.length];
      if (operation === undefined) return;
      const param = { id: operation.id };
      if (one.kind === "answer") {
        if (suspended.has(one.pilot)) return;
        const { status } =
          (await pilots[one.pilot]?.api.operations[":id"].answer.$put({
            param,
            json: { answer: one.answer, brings: "" },
          })) ?? {};
        const sees = shared(operation, one.pilot).length > 0;
        const isChanged = one.answer !== (operation.answers.get(one.pilot) ?? null);
        const isRefused = operation.isCancelled && isChanged;
        statuses.push({ status, wanted: sees ? (isRefused ? 409 : 200) : 404 });
        if (!sees || operation.isCancelled) return;
        if (one.answer === null) operation.answers.delete(one.pilot);
        else operation.answers.set(one.pilot, one.answer);
        return;
      }
      operation.isCancelled = one.kind === "cancel";
      await owner.api.operations[":id"].cancelled.$put({
        param,
        json: { isCancelled: operation.isCancelled },
      });
    };
    const check = async (index: number) => {
      const who = pilots[index];
      const link = links[index];
      if (who === undefined || link === undefined) return;
      const seen = planned.filter((one) => shared(one, index).length > 0);
      expect(await calendarOf(link)).toEqual(
        suspended.has(index)
          ? undefined
          : seen.map(({ id, isCancelled }) => ({ id, isCancelled })).toSorted(byId),
      );
      if (suspended.has(index)) return;
      const { items } = await (await who.api.operations.$get({ query: {} })).json();
      const counted = (one: Planned) =>
        [...one.answers].filter(([other]) => !suspended.has(other) && isMate(one, index, other));
      expect(
        items
          .map(({ id, counts, groups: of, own }) => ({ id, counts, groups: of.length, own }))
          .toSorted(byId),
      ).toEqual(
        seen
          .map((one) => ({
            id: one.id,
            counts: Object.fromEntries(
              ANSWERS.map((answer) => [
                answer,
                counted(one).filter(([, given]) => given === answer).length,
              ]),
            ),
            groups: shared(one, index).length,
            own: one.answers.has(index) ? { answer: one.answers.get(index), brings: "" } : null,
          }))
          .toSorted(byId),
      );
      for (const one of planned) {
        const response = await who.api.operations[":id"].$get({ param: { id: one.id } });
        expect(response.status).toBe(seen.includes(one) ? 200 : 404);
        if (!seen.includes(one)) continue;
        const { participation, answers } = await response.json();
        expect(new Set(answers.map(({ name }) => name))).toEqual(
          new Set(counted(one).map(([other]) => nameOf[other])),
        );
        expect(participation?.people.map(({ name }) => name).toSorted()).toEqual(
          one.seen
            ?.filter((other) => isMate(one, index, other))
            .map((other) => nameOf[other])
            .toSorted(),
        );
      }
    };
    for (const one of steps) {
      await apply(one);
      for (const index of pilots.keys()) await check(index);
    }
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(({ wanted }) => wanted));
    for (const index of pilots.keys()) await suspend(index, false);
    await db
      .delete(groupMembers)
      .where(and(inArray(groupMembers.groupId, groupIds), eq(groupMembers.role, "member")));
  };
  await fc.assert(fc.asyncProperty(stories, story), {
    numRuns: share(60, 6),
    examples: [[EVERY_RULE]],
  });
});
