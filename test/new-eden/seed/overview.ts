import { DAY_MS } from "#shared/time.ts";
import { dice } from "#test/new-eden/dice.ts";
import { SABLE_MERIDIAN_ID, SABLE_MERIDIAN_SERVER_ID } from "#test/new-eden/ids.ts";
import type { TestDatabase } from "#test/support/workerd/test-database.ts";
import { runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { countedDays, countedHours, healthDays } from "#worker/db/schema/installation.ts";

const DAYS = 13 * 7;
const HEALTH_DAYS = 30;
const HOURS_OF_WEEK = 168;
const ALL_DAY = 2 ** 24 - 1;
/** Days ago, and the hours as bits. */
const BAD_DAYS: Record<number, { partial: number; down: number }> = {
  24: { partial: 0b1111 << 9, down: 0 },
  18: { partial: 0, down: 0b111 << 4 },
  7: { partial: 1 << 20, down: 0 },
};

/** The counters of the last weeks, as the hourly job would have written them from the community's own history. */
export async function seedOverview(db: TestDatabase) {
  const roll = dice(43);
  const now = Date.now();
  const today = Math.floor(now / DAY_MS);
  const accounts = await db.select({ createdAt: users.createdAt }).from(users);
  const created = accounts.map(({ createdAt }) => Math.floor(createdAt.getTime() / DAY_MS));
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = today - DAYS + index;
    return db.insert(countedDays).values({
      day,
      members: created.filter((one) => one <= day).length,
      joined: created.filter((one) => one === day).length,
      left: 0,
      rolesChanged: Math.floor(roll() * 14),
      ended: roll() < 0.2 ? 1 : 0,
      held: 0,
      undone: roll() < 0.1 ? 1 : 0,
      watched: ALL_DAY,
      countedAt: new Date((day + 1) * DAY_MS - 1),
    });
  });
  const evening = (hour: number) => Math.cos((((hour % 24) - 19) / 24) * 2 * Math.PI);
  const hours = Array.from({ length: HOURS_OF_WEEK }, (_, hour) => {
    const weekend = hour >= 4 * 24 ? 1.4 : 1;
    const sum = Math.max(0, (accounts.length / 4) * (0.7 + evening(hour)) * weekend + roll() * 2);
    return db.insert(countedHours).values({ hour, sum, weight: 1, countedHour: 0 });
  });
  const health = Array.from({ length: HEALTH_DAYS }, (_, index) => {
    const ago = HEALTH_DAYS - index;
    const row = { day: today - ago, unknown: 0 };
    return [
      db.insert(healthDays).values({
        ...row,
        kind: "corporation",
        subjectId: String(SABLE_MERIDIAN_ID),
        ...(BAD_DAYS[ago] ?? { partial: 0, down: 0 }),
      }),
      db.insert(healthDays).values({
        ...row,
        kind: "server",
        subjectId: SABLE_MERIDIAN_SERVER_ID,
        partial: ago === 11 ? 0b11 << 14 : 0,
        down: 0,
      }),
    ];
  });
  await runBatch(db, [...days, ...hours, ...health.flat()]);
}
