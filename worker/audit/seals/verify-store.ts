import { eq, getTableColumns, sql } from "drizzle-orm";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  auditDigests,
  auditEvents,
  auditSeals,
  mergedUsers,
  moveIns,
} from "#worker/db/schema/audit.ts";
import { logRewrites } from "#worker/db/schema/erasure.ts";
import { columns, orm, prepare, rows } from "#worker/db/statements.ts";
import { sealedFields } from "./canonical.ts";
import type { SealedEvent } from "./canonical.ts";

type Fingerprint = {
  eventId: string;
  salt: string | null;
  personal: string;
  digest: string;
  removedByMove: string | null;
};

/** A place in the order of commits: an event, its fingerprints, or both. */
export type LoggedRow = {
  seq: number;
  eventId: string | null;
  event: SealedEvent | null;
  fingerprint: Fingerprint | null;
};

const { eventId, salt, personal, digest, removedByMove } = getTableColumns(auditDigests);

const selectPage = prepare(
  {
    ...sealedFields,
    place: sql<number>`page.seq`,
    hasEvent: sql<number>`${auditEvents.seq} is not null`,
    hasFingerprint: sql<number>`${auditDigests.seq} is not null`,
    eventId: sql<string>`${eventId}`,
    salt: sql<string | null>`${salt}`,
    personal: sql<string>`${personal}`,
    digest: sql<string>`${digest}`,
    removedByMove: sql<string | null>`${removedByMove}`,
  },
  (fields) => sql`select ${columns(fields)} from (
      select ${auditEvents.seq} as seq from ${auditEvents} where ${auditEvents.seq} > ${sql.placeholder("after")}
      union select ${auditDigests.seq} from ${auditDigests} where ${auditDigests.seq} > ${sql.placeholder("after")}
      order by 1 limit ${sql.placeholder("limit")}) as page
    left join ${auditEvents} on ${auditEvents.seq} = page.seq
    left join ${auditDigests} on ${auditDigests.seq} = page.seq
    order by page.seq`,
);

/** The next places of the log, in the order of commits. */
export async function readPage(
  db: Database,
  page: { after: number; limit: number },
): Promise<LoggedRow[]> {
  const found = await run(db, selectPage(page));
  return found.map((row) => {
    const fingerprint = row.hasFingerprint
      ? {
          eventId: row.eventId,
          salt: row.salt,
          personal: row.personal,
          digest: row.digest,
          removedByMove: row.removedByMove,
        }
      : null;
    return {
      seq: row.place,
      eventId: row.hasEvent ? row.id : row.eventId,
      event: row.hasEvent ? row : null,
      fingerprint,
    };
  });
}

export type Surroundings = Awaited<ReturnType<typeof readSurroundings>>;

/** The seals, and what explains that events differ from what was sealed. */
export async function readSurroundings(db: Database) {
  const [seals, deleted, pending, merged, undone] = await runBatch(db, [
    rows(getTableColumns(auditSeals), (fields) =>
      orm.select(fields).from(auditSeals).orderBy(auditSeals.number),
    ),
    rows({ id: auditEvents.subjectId, name: auditEvents.subjectName }, (fields) =>
      orm.select(fields).from(auditEvents).where(eq(auditEvents.kind, "account_deleted")),
    ),
    rows({ id: logRewrites.userId, name: logRewrites.pseudonym }, (fields) =>
      orm.select(fields).from(logRewrites),
    ),
    rows(getTableColumns(mergedUsers), (fields) => orm.select(fields).from(mergedUsers)),
    rows({ id: moveIns.id }, (fields) =>
      orm.select(fields).from(moveIns).where(eq(moveIns.state, "undone")),
    ),
  ]);
  const former = [...deleted, ...pending];
  const absorbed = Map.groupBy(merged, ({ intoId }) => intoId);
  return {
    seals,
    formerUsers: new Set(former.map(({ id }) => String(id))),
    formerNames: former.flatMap(({ name }) => (name === null ? [] : [name])),
    /** By the account that has absorbed them. */
    absorbed: new Map([...absorbed].map(([id, all]) => [id, all.map(({ fromId }) => fromId)])),
    undoneMoves: new Set(undone.map(({ id }) => id)),
  };
}
