import { eq } from "drizzle-orm";
import type { AnswerOperation, PlanOperation } from "#shared/operations/operations.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { operationGroups, operationReadings, operations } from "#worker/db/schema/operations.ts";
import { orm } from "#worker/db/statements.ts";
import { openEsi } from "#worker/esi/client.ts";
import { endReading } from "#worker/operations/participation-store.ts";
import { answerOperation, planOperation } from "#worker/operations/service.ts";
import { learnNames } from "#worker/universe/names.ts";

const HOME = "Home Defence";
const COMMANDER = "Mira Tal";
const EVENING_HOUR = 19;
/** Long enough to answer. */
const SOONEST_MS = 3 * HOUR_MS;
const [CERBERUS, SABRE, LOKI] = [11_993, 22_456, 29_990];

type Plan = Omit<PlanOperation, "groupIds" | "commanderId" | "startsAt" | "kind">;

const COMING: Plan = {
  title: "Home defence: Cerberus",
  minutes: 120,
  place: "Okkamon",
  comms: "Mumble, Fleet 1",
  text: "The weekly gate camp breaker. Form up a quarter of an hour before; logistics come first.",
  doctrine:
    "[Cerberus, Home defence]\nBallistic Control System II\nBallistic Control System II\nDamage Control II\n\n50MN Y-T8 Compact Microwarpdrive\nLarge Shield Extender II\nLarge Shield Extender II",
  isWeekly: true,
};
const ANSWERS: [name: string, answer: AnswerOperation][] = [
  ["Mira Tal", { answer: "coming", brings: "Cerberus" }],
  ["Juno Castellan", { answer: "coming", brings: "Sabre" }],
  ["Kestrel Ansgar", { answer: "coming", brings: "Basilisk" }],
  ["Tovi Renn", { answer: "maybe", brings: "" }],
  ["Oskar Wren", { answer: "not", brings: "" }],
];

const OVER: Plan = {
  title: "Timer in Nisuwa",
  minutes: 90,
  place: "Nisuwa",
  comms: "Mumble, Fleet 1",
  text: "Armor timer of the fuel depot. It was saved.",
  doctrine: "",
  isWeekly: false,
};
const OVER_DAYS_AGO = 3;
/** The largest that the fleet was: others than members, too. */
const PRESENT_MOST = 11;
/** Who took part in it, in minutes after its start. */
const TOOK_PART: [name: string, from: number, to: number, ships: number[]][] = [
  ["Mira Tal", 0, 90, [CERBERUS]],
  ["Aurelia Voss", 4, 86, [CERBERUS]],
  ["Juno Castellan", 0, 61, [SABRE]],
  ["Kestrel Ansgar", 12, 90, [LOKI, CERBERUS]],
];

/** An operation that comes each week, and one that is over and was read. `userIds` is by the main's name. */
export async function seedOperations(context: TestContext, userIds: ReadonlyMap<string, string>) {
  const { db } = context;
  const [home] = await db.select({ id: groups.id }).from(groups).where(eq(groups.name, HOME));
  const idOf = (name: string) => userIds.get(name) ?? "";
  const actorOf = (name: string): UserActor => ({
    kind: "user",
    userId: idOf(name),
    sessionId: "seed",
    isAdmin: false,
    isGuest: false,
  });
  const evening = Math.ceil((Date.now() + SOONEST_MS - EVENING_HOUR * HOUR_MS) / DAY_MS);
  const startsAt = evening * DAY_MS + EVENING_HOUR * HOUR_MS;
  const plan = (planned: Plan, kind: PlanOperation["kind"]) =>
    planOperation(context, actorOf(COMMANDER), {
      ...planned,
      kind,
      startsAt: new Date(startsAt).toISOString(),
      groupIds: [home?.id ?? ""],
      commanderId: idOf(COMMANDER),
    });
  const { id } = await plan(COMING, "fleet");
  for (const [name, answer] of ANSWERS) await answerOperation(context, actorOf(name), id, answer);
  const over = await plan(OVER, "timer");
  await endOperation(context, over.id, startsAt - OVER_DAYS_AGO * DAY_MS, idOf);
}

/** Nothing can be planned for a day that is over: the operation is moved to it, and read. */
async function endOperation(
  context: TestContext,
  operationId: string,
  begunAt: number,
  idOf: (name: string) => string,
) {
  const startsAt = new Date(begunAt);
  const endsAt = new Date(begunAt + OVER.minutes * MINUTE_MS);
  const spans = { read: [[0, OVER.minutes]], presentMost: PRESENT_MOST } satisfies Spans;
  const participants = TOOK_PART.map(([name, from, to, ships]) => ({
    userId: idOf(name),
    minutes: to - from,
    firstAt: begunAt + from * MINUTE_MS,
    lastAt: begunAt + to * MINUTE_MS,
    ships,
  }));
  await runBatch(context.db, [
    orm
      .update(operations)
      .set({ startsAt, endsAt, createdAt: new Date(begunAt - DAY_MS) })
      .where(eq(operations.id, operationId)),
    orm
      .update(operationGroups)
      .set({ startsAt })
      .where(eq(operationGroups.operationId, operationId)),
    orm.insert(operationReadings).values({
      operationId,
      followedId: idOf(COMMANDER),
      begunAt: startsAt,
      dueAt: endsAt,
      spans,
      people: [],
    }),
    ...endReading(
      { operationId, version: 0, begunAt: startsAt },
      { endedAt: endsAt.getTime(), isComplete: true, spans },
      participants,
    ),
  ]);
  const esi = openEsi(context.config, { priority: "background", cooldowns: [] });
  await learnNames(context, esi, [CERBERUS, SABRE, LOKI]);
}

type Spans = typeof operationReadings.$inferInsert.spans;
