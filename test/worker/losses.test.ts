import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readError } from "#test/support/answers/read-error.ts";
import { write } from "#test/support/answers/write.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, prepareOperation } from "#test/support/people/group-builders.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { killmails } from "#worker/db/schema/corporations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import {
  operationAnswers,
  operationReadings,
  operationReimbursements,
  operations,
} from "#worker/db/schema/operations.ts";

const MINUTE = 60_000;
const FEROX = 37_480;
const world = await startAdministered();
const { muster } = world;
const { db } = muster.context;
const corporation = await buildManaged(world);

const owner = await buildUser(muster, { name: "Mira Tal" });
const second = await buildUser(muster, { name: "Juno Castellan" });
const pilot = await buildUser(muster, { name: "Tovi Renn", alts: ["Kestrel Ansgar"] });
const other = await buildUser(muster, { name: "Bram Oyelaran" });
const stranger = await buildUser(muster, { name: "Nils Brandvold" });
const group = await buildGroup(muster, { owner, members: [pilot, other], admins: [second] });
const hidden = await buildGroup(muster, {
  owner: stranger,
  members: [other],
  visibility: "hidden",
});

let killmailId = 130_000_000;
const startsAt = new Date(Date.now() - 120 * MINUTE);

/** A killmail of the corporation, so many minutes after the operation's start. */
async function lose(victimId: number, minute: number, value: number | null = 150_000_000) {
  killmailId += 1;
  await db.insert(killmails).values({
    corporationId: corporation.id,
    id: killmailId,
    hash: "a".repeat(40),
    at: new Date(startsAt.getTime() + minute * MINUTE),
    systemId: 30_002_053,
    victimId,
    victimCorporationId: corporation.id,
    shipTypeId: FEROX,
    attackerCount: 3,
    value,
  });
  return killmailId;
}

/** An hour long; these have said that they come. */
async function plan(coming: BuiltUser[], of = group, by = owner) {
  const operation = prepareOperation(muster, of, by, {
    startsAt,
    endsAt: new Date(startsAt.getTime() + 60 * MINUTE),
  });
  await write(muster, operation);
  for (const { userId } of coming) {
    await db
      .insert(operationAnswers)
      .values({ operationId: operation.id, userId, answer: "coming", answeredAt: new Date() });
  }
  return operation.id;
}

const ask = (who: BuiltUser, id: string) =>
  who.api.operations[":id"].losses.$get({ param: { id } });
const read = async (who: BuiltUser, id: string) => (await ask(who, id)).json();
const shown = async (who: BuiltUser, id: string) =>
  (await read(who, id)).losses.map((loss) => loss.killmailId);
const pay = (who: BuiltUser, id: string, loss: number, isPaid: boolean) =>
  who.api.operations[":id"].losses[":killmailId"].$put({
    param: { id, killmailId: String(loss) },
    json: { isPaid },
  });

const mainOf = ({ mainCharacterId }: BuiltUser) => mainCharacterId;
const altOf = ({ characterIds }: BuiltUser) => Number(characterIds[1]);

test("planners see what mains lost in an operation's time, and a pilot their own with alts", async () => {
  const id = await plan([pilot, other, stranger]);
  const first = await lose(mainOf(pilot), 10);
  const last = await lose(mainOf(pilot), 60);
  await lose(mainOf(pilot), 61);
  await lose(mainOf(pilot), -1);
  const ofAlt = await lose(altOf(pilot), 20);
  const ofOther = await lose(mainOf(other), 30, null);
  // Neither a member of the group, nor one who came.
  await lose(mainOf(stranger), 30);
  await lose(mainOf(second), 30);
  expect(await shown(owner, id)).toEqual([first, ofOther, last]);
  expect(JSON.stringify(await read(owner, id))).not.toContain("Kestrel");
  expect(await shown(pilot, id)).toEqual([first, ofAlt, last]);
  expect(await read(other, id)).toMatchObject({
    canPay: false,
    losses: [{ killmailId: ofOther, pilotName: "Bram Oyelaran", isOwn: true, value: null }],
  });
  expect((await ask(stranger, id)).status).toBe(404);
  // Who has left the group is of no concern any more.
  await db
    .delete(groupMembers)
    .where(and(eq(groupMembers.userId, other.userId), eq(groupMembers.groupId, group.id)));
  expect(await shown(owner, id)).toEqual([first, last]);
  expect((await ask(other, id)).status).toBe(404);
  await db
    .insert(groupMembers)
    .values({ groupId: group.id, userId: other.userId, role: "member", joinedAt: new Date() });
});

test("the time is that in which the fleet was read, and names that were noted later do not stretch it", async () => {
  const id = await plan([]);
  const during = await lose(mainOf(other), 55);
  const late = await lose(mainOf(other), 75);
  const reading = {
    operationId: id,
    begunAt: startsAt,
    endedAt: new Date(startsAt.getTime() + 80 * MINUTE),
    dueAt: startsAt,
    spans: { read: [], presentMost: 0 },
    people: [other.userId],
  };
  await db.insert(operationReadings).values(reading);
  const isIt = eq(operationReadings.operationId, id);
  expect(await shown(owner, id)).toContain(during);
  expect(await shown(owner, id)).not.toContain(late);
  await db
    .update(operationReadings)
    .set({ spans: { read: [[0, 80]], presentMost: 9 } })
    .where(isIt);
  expect(await shown(owner, id)).toEqual(expect.arrayContaining([during, late]));
});

test("a loss is paid once, by whom and when, and that is taken back", async () => {
  const id = await plan([pilot]);
  const loss = await lose(mainOf(pilot), 40);
  expect((await readError(await pay(pilot, id, loss, true))).reason).toBe(
    "operation_planners_only",
  );
  expect((await pay(stranger, id, loss, true)).status).toBe(404);
  expect((await readError(await pay(owner, id, 5, true))).reason).toBe("no_such_loss");
  const answers = await Promise.all([pay(owner, id, loss, true), pay(second, id, loss, true)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const rows = db
    .select()
    .from(operationReimbursements)
    .where(eq(operationReimbursements.operationId, id));
  expect(await rows).toHaveLength(1);
  const eventsOf = async () =>
    (
      await db
        .select({ kind: auditEvents.kind })
        .from(auditEvents)
        .where(sql`${auditEvents.detail} ->> '$.killmailId' = ${loss}`)
        .orderBy(auditEvents.seq)
    ).map(({ kind }) => kind);
  expect(await eventsOf()).toEqual(["loss_paid"]);
  const found = (await read(pilot, id)).losses.find((one) => one.killmailId === loss);
  expect(["Mira Tal", "Juno Castellan"]).toContain(found?.paidBy);
  // Another group's operation of the same time knows nothing of it.
  const elsewhere = await plan([other], hidden, stranger);
  expect(JSON.stringify(await read(stranger, elsewhere))).not.toContain("Mira");
  const back = await (await pay(second, id, loss, false)).json();
  expect(back.losses.find((one) => one.killmailId === loss)?.paidAt).toBeNull();
  expect((await pay(second, id, loss, false)).status).toBe(200);
  expect(await eventsOf()).toEqual(["loss_paid", "loss_unpaid"]);
  // With the operation it goes.
  await pay(owner, id, loss, true);
  await db.delete(operations).where(eq(operations.id, id));
  expect(await rows).toEqual([]);
});

test("a planner who notes the loss of an own alt does not tell the other leaders which one it was", async () => {
  const leader = await buildUser(muster, { name: "Hesper Lund", alts: ["Abel Quarry"] });
  const fleet = await buildGroup(muster, { owner, members: [pilot], admins: [leader] });
  const id = await plan([leader], fleet);
  const ofAlt = await lose(altOf(leader), 20);
  expect(await shown(owner, id)).not.toContain(ofAlt);
  expect((await pay(leader, id, ofAlt, true)).status).toBe(200);
  expect((await pay(leader, id, ofAlt, false)).status).toBe(200);
  for (const who of [owner, leader]) {
    const answer = await who.api.groups[":id"].activity.$get({
      param: { id: fleet.id },
      query: {},
    });
    const { items } = await answer.json();
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["loss_paid", "loss_unpaid"]),
    );
    expect(JSON.stringify(items)).not.toContain(String(ofAlt));
  }
});
