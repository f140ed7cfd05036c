import { desc, eq, getTableColumns, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { guard } from "#worker/db/batch.ts";
import { auditDigests, auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { columns, orm, prepare, write } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { personalFields, personalValues, sealedFields } from "./canonical.ts";
import type { Seal, SealedEvent } from "./canonical.ts";

type Digest = {
  seq: number;
  eventId: string;
  salt: string;
  personal: string;
  digest: string;
};

const earliest = alias(auditEvents, "earliest");

/** SQL: when the log begins; null while it is empty. */
export const loggedSince = sql<
  number | null
>`(select ${earliest.createdAt} from ${auditEvents} as ${earliest}
  where ${earliest.id} = (select min(${auditEvents.id}) from ${auditEvents}))`;

const seal = getTableColumns(auditSeals);

export const selectLastSeal = prepare(seal, (fields) =>
  orm
    .select(fields)
    .from(auditSeals)
    .where(sql`${auditSeals.number} = (select max(${auditSeals.number}) from ${auditSeals})`),
);

/** The last seal that ends with this event or before it. */
export const selectSealUpTo = prepare(seal, (fields) =>
  orm
    .select(fields)
    .from(auditSeals)
    .where(lte(auditSeals.lastSeq, sql.placeholder("untilSeq")))
    .orderBy(desc(auditSeals.number))
    .limit(1),
);

/** The first events that no seal covers, in the order of their commits. */
export const selectUnsealed = prepare(
  sealedFields,
  (fields) => sql`select ${columns(fields)} from ${auditEvents}
    where ${auditEvents.seq} > coalesce((select max(${auditSeals.lastSeq}) from ${auditSeals}), 0)
    order by ${auditEvents.seq} limit ${sql.placeholder("limit")}`,
);

/**
 * Statements that seal these events. They undo their batch if another invocation has made this seal, or if an account was
 * deleted or merged since the events were read.
 */
export function insertSeal(
  made: Seal & { hash: string },
  events: SealedEvent[],
  digests: Digest[],
): Statement[] {
  const read = JSON.stringify(events.map((event) => [event.seq, ...personalValues(event)]));
  const hasChanged = sql.join(
    Object.values(personalFields).map(
      (field, at) => sql`${field} is not json_extract(value, ${sql.raw(`'$[${at + 1}]'`)})`,
    ),
    sql` or `,
  );
  const values = JSON.stringify(
    digests.map(({ seq, eventId, salt, personal, digest }) => [
      seq,
      eventId,
      salt,
      personal,
      digest,
    ]),
  );
  return [
    guard(sql`not exists (select 1 from ${auditSeals} where ${eq(auditSeals.number, made.number)})
      and not exists (select 1 from json_each(${read})
        join ${auditEvents} on ${auditEvents.seq} = json_extract(value, '$[0]')
        where ${hasChanged})`),
    orm.insert(auditSeals).values(made),
    write(sql`insert into ${auditDigests} (${sql.join(
      [
        auditDigests.seq,
        auditDigests.eventId,
        auditDigests.salt,
        auditDigests.personal,
        auditDigests.digest,
      ].map(({ name }) => sql.identifier(name)),
      sql`, `,
    )})
      select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]') from json_each(${values})`),
  ];
}
