import { getTableColumns, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { kindList } from "#shared/events/kinds.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { auditDigests, auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { logRewrites } from "#worker/db/schema/erasure.ts";
import { columns, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
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

const fields = {
  ...sealedFields,
  place: sql<number>`page.seq`,
  hasEvent: sql<number>`${auditEvents.seq} is not null`,
  hasFingerprint: sql<number>`${auditDigests.seq} is not null`,
  eventId: sql<string>`${eventId}`,
  salt: sql<string | null>`${salt}`,
  personal: sql<string>`${personal}`,
  digest: sql<string>`${digest}`,
  removedByMove: sql<string | null>`${removedByMove}`,
};
const selectPlaces = (places: SQL) => (aliased: typeof fields) =>
  sql`select ${columns(aliased)}
  from (${places}) as page
  left join ${auditEvents} on ${auditEvents.seq} = page.seq
  left join ${auditDigests} on ${auditDigests.seq} = page.seq
  order by page.seq`;

const selectPage = prepare(
  fields,
  selectPlaces(sql`select ${auditEvents.seq} as seq from ${auditEvents} where ${auditEvents.seq} > ${sql.placeholder("after")}
    union select ${auditDigests.seq} from ${auditDigests} where ${auditDigests.seq} > ${sql.placeholder("after")}
    order by 1 limit ${sql.placeholder("limit")}`),
);

/** The kinds of events that explain why other events differ from what was sealed. */
const EXPLAINING = sql.raw(
  kindList(["account_deleted", "accounts_merged", "community_move_undone"]),
);

const selectExplaining = prepare(
  fields,
  selectPlaces(sql`select ${auditEvents.seq} as seq from ${auditEvents}
    where ${auditEvents.kind} in ${EXPLAINING}`),
);

/** The next places of the log, in the order of commits. */
export async function readPage(
  db: Database,
  page: { after: number; limit: number },
): Promise<LoggedRow[]> {
  return (await run(db, selectPage(page))).map(toLoggedRow);
}

function toLoggedRow(row: RowOfStatement<typeof selectPage>): LoggedRow {
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
}

/** The seals, and what may explain that events differ from what was sealed. */
export async function readSurroundings(db: Database) {
  const [seals, explaining, rewriting] = await runBatch(db, [
    rows(getTableColumns(auditSeals), (list) =>
      orm.select(list).from(auditSeals).orderBy(auditSeals.number),
    ),
    selectExplaining({}),
    // Accounts whose events are being rewritten.
    rows(getTableColumns(logRewrites), (list) => orm.select(list).from(logRewrites)),
  ]);
  return { seals, explaining: explaining.map(toLoggedRow), rewriting };
}
