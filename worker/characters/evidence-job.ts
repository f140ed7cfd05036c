import * as z from "zod/mini";
import { HOUR_MS, DAY_MS } from "#shared/time.ts";
import { refreshEvidence } from "#worker/characters/refresh/refresh.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { and, eq, sql } from "drizzle-orm";
import { scopeOf } from "#worker/characters/refresh/section-sources.ts";
import { READING_CONDITIONS, sectionsOf } from "#worker/db/rule-conditions.ts";
import type { NeededSection } from "#worker/db/rule-conditions.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterChecks } from "#worker/db/schema/characters.ts";
import {
  completedPasses,
  directorLists,
  evidenceRefreshes,
  ruleConditions,
} from "#worker/db/schema/evidence.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { excluded, orm, prepare, prepareAtStart } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { JobName } from "#worker/work/crons.ts";

/** How far ahead the schedule is made. */
const SCHEDULED_MS = 24 * HOUR_MS;

/**
 * Makes the schedule of the next day when the last one ends or a rule has changed, and begins to refresh what is due. Without due
 * characters it reads a few rows. Returns whether some are due.
 */
export async function refreshDueEvidence(context: Context): Promise<number> {
  const { db, config } = context;
  const now = Date.now();
  const first = selectDueEvidence({ now, limit: 1 });
  const [[schedule], found] = await runBatch(db, [selectSchedule(), first]);
  const isMade = schedule !== undefined && now - schedule.startedAt.getTime() < SCHEDULED_MS;
  if (!isMade) await runBatch(db, makeSchedule(now, now + SCHEDULED_MS));
  const { length: due } = isMade ? found : await run(db, first);
  // Without it, the cron of every minute refreshes one at a time.
  if (due > 0 && BUDGETS[config.PLAN].evidenceEachMinute === 0) {
    await enqueue(context, [evidenceWork.message({ until: now + HOUR_MS })]);
  }
  return due;
}

/** Fetches what rules need of characters, before it gets too old, until this time: one character in each delivery. */
export const evidenceWork = defineWork({
  kind: "refresh-evidence",
  message: z.object({ until: z.int() }),
  isSlow: true,
  due: ({ config }, now) => [
    selectDueEvidence({ now, limit: BUDGETS[config.PLAN].evidenceEachMinute }),
  ],
  // A message would take three queue operations, and of most invocations the cron's does the least.
  async begin(context, [due]) {
    if (due.length > 0) await refreshNextEvidence(context);
    return { messages: [] };
  },
  // What else its queue has comes before the next character. At `until`, the job begins again.
  slice: async (context, { until }) => (await refreshNextEvidence(context)) && Date.now() < until,
});

/** Takes the character whose evidence is due longest, and refreshes it in this invocation. Returns whether there was one. */
export async function refreshNextEvidence(context: Context): Promise<boolean> {
  const { db } = context;
  const now = Date.now();
  const retryAt = now + RETRY_MS;
  const [taken] = await run(db, takeDue({ now, retryAt }));
  if (taken === undefined) return false;
  const { characterId } = taken;
  const isNext = taken.isNext === 1;
  switch (await refreshEvidenceOf(context, characterId)) {
    case "done":
      await run(db, deleteScheduled(characterId, retryAt));
      break;
    case "more":
      if (!isNext) await run(db, makeNext(characterId, retryAt));
      break;
    case "failed":
      if (isNext) await run(db, postpone(characterId, retryAt));
  }
  return true;
}

/** Fetches what rules need of a character. What fails is tried again some hours later. */
async function refreshEvidenceOf(
  context: Context,
  characterId: number,
): Promise<"done" | "more" | "failed"> {
  const refreshed = await refreshEvidence(context, characterId);
  if (refreshed === undefined) return "failed";
  const { outcomes, authorization, postponed } = refreshed;
  const hasFailed = Object.values(outcomes).some(
    (outcome) => outcome.state === "failed" && outcome.error.reason !== "deleted",
  );
  if (postponed.length > 0) return "more";
  return hasFailed || authorization.tokenState === "unknown" ? "failed" : "done";
}

const JOB: JobName = "evidence";

/** A refresh that fails, or whose message is lost, is tried again after this. */
const RETRY_MS = 6 * HOUR_MS;

/** The age at which a section is read again: less than half of the age at which it is too old. */
const REFRESHED_AFTER_MS: Record<NeededSection, number> = {
  skills: 3 * DAY_MS,
  skillQueue: 3 * DAY_MS,
  info: 3 * DAY_MS,
  corporationHistory: 3 * DAY_MS,
  roles: DAY_MS,
  titles: DAY_MS,
};
/** EVE tells only when it is asked for an access token whether an authorization was revoked. */
const TOKEN_USED_AFTER_MS = 3 * DAY_MS;

/** What each condition needs, for SQL. */
const NEEDS = JSON.stringify([
  ...READING_CONDITIONS.flatMap((type) =>
    sectionsOf(type).map((section) => ({
      type,
      section,
      scope: inList(scopeOf(section)),
      afterMs: REFRESHED_AFTER_MS[section],
    })),
  ),
  { type: "authorization", section: "token", scope: "[", afterMs: TOKEN_USED_AFTER_MS },
]);

/** A scope as it is in the JSON of a list of scopes; every list contains its bracket. */
function inList(scope: string | undefined): string | null {
  return scope === undefined ? null : JSON.stringify(scope);
}

const selectSchedule = prepare({ startedAt: completedPasses.startedAt }, (fields) =>
  orm.select(fields).from(completedPasses).where(eq(completedPasses.job, JOB)),
);

/**
 * A character that was taken stays the next one, with a negative time: most take two invocations, and each change of `dueAt` is two written
 * rows.
 */
const isNext = sql`${evidenceRefreshes.dueAt} < 0`;

/** Takes the character whose evidence is due longest. A character that is taken for the second time is no longer the next one, and is due again at `retryAt`. */
const takeDue = prepare(
  { characterId: evidenceRefreshes.characterId, isNext: sql<number>`${isNext}` },
  (fields) =>
    orm
      .update(evidenceRefreshes)
      .set({ dueAt: sql`case when ${isNext} then 1 else -1 end * ${sql.placeholder("retryAt")}` })
      .where(
        sql`${evidenceRefreshes.characterId} in (
        select ${evidenceRefreshes.characterId} from ${evidenceRefreshes}
        where ${evidenceRefreshes.dueAt} <= ${sql.placeholder("now")}
        order by ${evidenceRefreshes.dueAt} limit 1)`,
      )
      .returning(fields),
);

/** Statement of the crons of every minute and hour: whether a character is due. */
export const selectDueEvidence = prepareAtStart(
  { characterId: evidenceRefreshes.characterId },
  (fields) =>
    orm
      .select(fields)
      .from(evidenceRefreshes)
      .where(sql`${evidenceRefreshes.dueAt} <= ${sql.placeholder("now")}`)
      .limit(sql.placeholder("limit")),
);

/** Before all others: what was begun is continued while its access token is valid. */
function makeNext(characterId: number, retryAt: number): Statement {
  return setDue(characterId, retryAt, -retryAt);
}

/** Not before `retryAt`. */
function postpone(characterId: number, retryAt: number): Statement {
  return setDue(characterId, -retryAt, retryAt);
}

function setDue(characterId: number, from: number, to: number): Statement {
  return orm
    .update(evidenceRefreshes)
    .set({ dueAt: new Date(to) })
    .where(
      and(
        eq(evidenceRefreshes.characterId, characterId),
        eq(evidenceRefreshes.dueAt, new Date(from)),
      ),
    );
}

/** Unless something has made the character due since it was taken until `retryAt`: another corporation, whose history is not read yet. */
function deleteScheduled(characterId: number, retryAt: number): Statement {
  return orm
    .delete(evidenceRefreshes)
    .where(
      and(
        eq(evidenceRefreshes.characterId, characterId),
        sql`abs(${evidenceRefreshes.dueAt}) >= ${retryAt}`,
      ),
    );
}

const token = eveTokens;
const affiliation = characterAffiliations;

/** Users who are members of the group of a rule, or ask to be, with what the rule needs. */
const CONCERNED = sql`
  select ${groupMembers.userId} as userId, need.value as need from json_each(${NEEDS}) need
    cross join ${ruleConditions} on ${ruleConditions.type} = json_extract(need.value, '$.type')
    cross join ${groupMembers} on ${groupMembers.groupId} = ${ruleConditions.ruleId}
  union select ${joinRequests.userId}, need.value from json_each(${NEEDS}) need
    cross join ${ruleConditions} on ${ruleConditions.type} = json_extract(need.value, '$.type')
    cross join ${joinRequests} on ${joinRequests.groupId} = ${ruleConditions.ruleId}
      and ${joinRequests.status} = 'pending'
  union select ${users.id}, need.value from json_each(${NEEDS}) need
    cross join ${ruleConditions} on ${ruleConditions.type} = json_extract(need.value, '$.type')
      and ${ruleConditions.ruleId} = 'community'
    cross join ${users}`;

const section = sql`json_extract(concerned.need, '$.section')`;
const scope = sql`json_extract(concerned.need, '$.scope')`;
const isNpc = sql`coalesce(${affiliation.corporationId}, 0) < 2000000`;

/**
 * Statements that schedule every character of which a rule needs something that gets too old before `until`. A character without a valid authorization that covers it cannot be read; the roles and
 * titles of those that a director lists need not be.
 */
function makeSchedule(now: number, until: number): Statement[] {
  const { dueAt } = evidenceRefreshes;
  const readAt = sql`case ${section}
    when 'token' then ${token.accessExpiresAt}
    else json_extract(${characterChecks.record}, '$.checks.' || ${section} || '.checkedAt') end`;
  return [
    // What is due by then stays: some of it is a retry, or a second reading that confirms roles.
    orm.delete(evidenceRefreshes).where(sql`${dueAt} > ${now + RETRY_MS}`),
    orm
      .insert(evidenceRefreshes)
      .select(sql`select due.characterId, min(due.dueAt) from (
        select ${characters.id} as characterId,
          coalesce(${readAt}, 0) + json_extract(concerned.need, '$.afterMs') as dueAt
        from (${CONCERNED}) as concerned
        cross join ${characters} on ${characters.userId} = concerned.userId
        left join ${token} on ${token.characterId} = ${characters.id}
        left join ${characterChecks} on ${characterChecks.characterId} = ${characters.id}
        left join ${affiliation} on ${affiliation.characterId} = ${characters.id}
        where (${scope} is null
            or (${token.state} <> 'revoked' and instr(${token.scopes}, ${scope}) > 0))
          and json_extract(${characterChecks.record}, '$.checks.info.failure') is not 'deleted'
          and case ${section}
            when 'roles' then not ${isNpc} and not ${isListed("roles", now)}
            when 'titles' then not ${isNpc} and not ${isListed("titles", now)}
            else json_extract(concerned.need, '$.type') <> 'every' or ${isNpc} end
      ) as due
      where due.dueAt <= ${until} group by due.characterId`)
      .onConflictDoUpdate({
        target: evidenceRefreshes.characterId,
        set: { dueAt: sql`min(${dueAt}, ${excluded(dueAt)})` },
        setWhere: sql`${dueAt} > ${excluded(dueAt)}`,
      }),
    orm
      .insert(completedPasses)
      .values({ job: JOB, startedAt: new Date(now) })
      .onConflictDoUpdate({
        target: completedPasses.job,
        set: { startedAt: excluded(completedPasses.startedAt) },
      }),
  ];
}

/** SQL condition: a director has lately read the roles or titles of the character's corporation. */
function isListed(list: "roles" | "titles", now: number) {
  return sql`exists (select 1 from ${directorLists}
    where ${directorLists.ownerId} = ${affiliation.corporationId}
    and ${directorLists.list} = ${list} and ${directorLists.readAt} > ${now - DAY_MS})`;
}
