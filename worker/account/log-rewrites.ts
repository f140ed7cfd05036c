import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { logRewrites } from "#worker/db/schema/erasure.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

const EVENTS_PER_SLICE = 200;

type Rewrite = typeof logRewrites.$inferSelect;

/**
 * Statements that queue the replacement of a user in the log. Unfinished rewrites that end at this user are redirected to
 * the new id, so that an account can be merged and then deleted.
 */
export function startRewrite(rewrite: Rewrite): Statement[] {
  const { userId, intoId, pseudonym } = rewrite;
  return [
    orm.update(logRewrites).set({ intoId, pseudonym }).where(eq(logRewrites.intoId, userId)),
    orm.insert(logRewrites).values(rewrite),
  ];
}

/**
 * Rewrites up to `slices` slices of the log; returns whether any are left. A rewritten event no longer matches, so the next
 * run continues where an interrupted one ended.
 */
export async function rewriteLog(db: Database, slices: number): Promise<boolean> {
  let [next] = await run(db, selectRewrite());
  for (let slice = 0; next !== undefined && slice < slices; slice += 1) {
    [, , , , [next]] = await runBatch(db, [
      rewriteActor(next.userId),
      rewriteSubject(next.userId),
      rewriteFormerOwner(next.userId),
      orm.delete(logRewrites).where(
        sql`${logRewrites.userId} = ${next.userId} and not exists (select 1 from ${auditEvents}
            where ${auditEvents.actorId} = ${next.userId})
            and not exists (select 1 from ${auditEvents} where ${auditEvents.subjectId} = ${next.userId})`,
      ),
      selectRewrite(),
    ]);
  }
  return next !== undefined;
}

export const selectRewrite = prepare({ userId: logRewrites.userId }, (fields) =>
  orm.select(fields).from(logRewrites).limit(1),
);

function rewriteActor(userId: string): Statement {
  const { intoId, pseudonym } = rewriteOf(userId);
  return orm
    .update(auditEvents)
    .set({ actorId: intoId, actorName: sql`coalesce(${pseudonym}, ${auditEvents.actorName})` })
    .where(sliceOf(eq(auditEvents.actorId, userId)));
}

/** For a deleted account, also erases the characters and details, which would identify the player. */
function rewriteSubject(userId: string): Statement {
  const { intoId, pseudonym } = rewriteOf(userId);
  const unlessDeleted = (kept: SQL, replaced: SQL) =>
    sql`case when ${pseudonym} is null then ${kept} else ${replaced} end`;
  const name = sql`${auditEvents.characterName}`;
  return orm
    .update(auditEvents)
    .set({
      subjectId: intoId,
      subjectName: sql`coalesce(${pseudonym}, ${auditEvents.subjectName})`,
      characterId: unlessDeleted(sql`${auditEvents.characterId}`, sql`null`),
      characterName: unlessDeleted(name, sql`case when ${name} is not null then ${pseudonym} end`),
      ownerHash: unlessDeleted(sql`${auditEvents.ownerHash}`, sql`null`),
      detail: unlessDeleted(
        sql`${auditEvents.detail}`,
        sql`case ${auditEvents.log} when 'accounts' then '{}'
          else json_remove(${auditEvents.detail}, '$.reason', '$.causes', '$.nickname') end`,
      ),
    })
    .where(sliceOf(eq(auditEvents.subjectId, userId)));
}

/** Transfers have no index of their own by the former owner: they are few, and the index on kinds finds all of them. */
function rewriteFormerOwner(userId: string): Statement {
  const { intoId } = rewriteOf(userId);
  return orm
    .update(auditEvents)
    .set({ detail: sql`json_set(${auditEvents.detail}, '$.formerOwnerId', ${intoId})` })
    .where(
      sql`${auditEvents.kind} = 'ownership_transferred'
        and ${auditEvents.detail} ->> '$.formerOwnerId' = ${userId}`,
    );
}

/** Read when the statement runs, because another deletion may have redirected the rewrite. */
function rewriteOf(userId: string) {
  const of = (column: SQL) =>
    sql`(select ${column} from ${logRewrites} where ${logRewrites.userId} = ${userId})`;
  return { intoId: of(sql`${logRewrites.intoId}`), pseudonym: of(sql`${logRewrites.pseudonym}`) };
}

function sliceOf(condition: SQL): SQL {
  return sql`${auditEvents.id} in (select ${auditEvents.id} from ${auditEvents}
    where ${condition} limit ${EVENTS_PER_SLICE})`;
}
