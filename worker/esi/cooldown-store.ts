import { and, gt, lte, sql } from "drizzle-orm";
import type { Config } from "#worker/ground/config.ts";
import { esiLimits } from "#worker/db/schema/esi.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Cooldown } from "./cooldowns.ts";

// Statements for the batches of those who call ESI, so that sharing cooldowns takes no round trip of its own.
// A bucket's key begins with ESI's address: two ESIs on one database have separate budgets.

const keyPrefix = ({ ESI_URL }: Config) => `${ESI_URL} `;

const selectActive = prepare(
  {
    bucket: sql<string>`substr(${esiLimits.bucket}, length(${sql.placeholder("prefix")}) + 1)`,
    closedTo: esiLimits.closedTo,
    until: sql<number>`${esiLimits.until}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(esiLimits)
      .where(
        and(
          gt(esiLimits.until, sql.placeholder("now")),
          sql`substr(${esiLimits.bucket}, 1, length(${sql.placeholder("prefix")})) = ${sql.placeholder("prefix")}`,
        ),
      ),
);

export function selectCooldowns(config: Config, now: Date) {
  return selectActive({ prefix: keyPrefix(config), now: now.getTime() });
}

export function upsertCooldowns(config: Config, cooldowns: Cooldown[]) {
  return cooldowns.map(({ bucket, closedTo, until }) => {
    const set = { closedTo, until: new Date(until) };
    return orm
      .insert(esiLimits)
      .values({ bucket: keyPrefix(config) + bucket, ...set })
      .onConflictDoUpdate({ target: esiLimits.bucket, set });
  });
}

export function deleteExpiredCooldowns(now: Date) {
  return orm.delete(esiLimits).where(lte(esiLimits.until, now));
}
