import { and, asc, count, desc, eq, gt, isNull, or, sql, inArray, lt } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  applicationConsents,
  applicationGrants,
  applicationGroups,
  applications,
  applicationSecrets,
  logoutDeliveries,
} from "#worker/db/schema/applications.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { idsIn, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { SignIn, SignIns } from "#shared/applications/applications.ts";
import { olderThanOf } from "#worker/audit/service.ts";
import { run } from "#worker/db/batch.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import type { Context } from "#worker/env.ts";
import { PAGE_LIMIT, toPage } from "#worker/http/page.ts";

const MAX_LISTED = 200;
const DAYS_30_MS = 30 * 24 * 60 * 60 * 1000;

const id = sql.placeholder("id");
const creator = alias(characters, "creator");

/** SQL: how many rows there are of the application, up to a limit. */
const countOf = (table: SQLiteTable, condition: SQL) =>
  sql<number>`(select count(*) from (select 1 from ${table} where ${condition}
    limit ${sql.raw(String(COUNT_LIMIT))}))`;

const peopleOf = countOf(
  applicationConsents,
  sql`${applicationConsents.applicationId} = ${applications.id}`,
);

export const selectApplications = prepare(
  {
    id: applications.id,
    name: applications.name,
    isOn: applications.isOn,
    isPublic: applications.isPublic,
    requiredGroupId: applications.requiredGroupId,
    requiredGroupName: groups.name,
    people: peopleOf,
    lastSignInAt: sql<
      number | null
    >`(select max(${applicationConsents.lastSignInAt}) from ${applicationConsents}
      where ${applicationConsents.applicationId} = ${applications.id})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applications)
      .leftJoin(groups, eq(groups.id, applications.requiredGroupId))
      .orderBy(asc(applications.name), asc(applications.id))
      .limit(MAX_LISTED),
);

const selectById = prepare(
  {
    id: applications.id,
    name: applications.name,
    description: applications.description,
    isOn: applications.isOn,
    isPublic: applications.isPublic,
    version: applications.version,
    createdAt: applications.createdAt,
    createdBy: applications.createdBy,
    creatorId: creator.id,
    creatorName: creator.name,
    redirectUris: applications.redirectUris,
    postLogoutUris: applications.postLogoutUris,
    backchannelLogoutUri: applications.backchannelLogoutUri,
    tellsLostGroups: applications.tellsLostGroups,
    errorsNameIssuer: applications.errorsNameIssuer,
    claimsByScope: applications.claimsByScope,
    requiredGroupId: applications.requiredGroupId,
    requiredGroupName: groups.name,
    requiredGroupMembers: groups.memberCount,
    claims: applications.claims,
    logoutFailure: applications.logoutFailure,
    people: peopleOf,
    people30Days: countOf(
      applicationConsents,
      sql`${applicationConsents.applicationId} = ${applications.id}
        and ${applicationConsents.lastSignInAt} > ${sql.placeholder("since")}`,
    ),
    sessions: countOf(
      applicationGrants,
      sql`${applicationGrants.applicationId} = ${applications.id}`,
    ),
    waitingLogouts: countOf(
      logoutDeliveries,
      sql`${logoutDeliveries.applicationId} = ${applications.id}`,
    ),
  },
  (fields) =>
    orm
      .select(fields)
      .from(applications)
      .leftJoin(groups, eq(groups.id, applications.requiredGroupId))
      .leftJoin(users, eq(users.id, applications.createdBy))
      .leftJoin(creator, eq(creator.id, users.mainCharacterId))
      .where(eq(applications.id, id)),
);
export type ApplicationRow = RowOfStatement<typeof selectById>;

export function selectApplication(applicationId: string) {
  return selectById({ id: applicationId, since: Date.now() - DAYS_30_MS });
}

/** One row if there is such an application. */
export const selectApplicationId = prepare({ id: applications.id }, (fields) =>
  orm.select(fields).from(applications).where(eq(applications.id, id)),
);

export const selectGrantedGroups = prepare(
  { id: groups.id, name: groups.name, isWritable: applicationGroups.isWritable },
  (fields) =>
    orm
      .select(fields)
      .from(applicationGroups)
      .innerJoin(groups, eq(groups.id, applicationGroups.groupId))
      .where(eq(applicationGroups.applicationId, id))
      .orderBy(asc(groups.nameFolded), asc(groups.id)),
);
export type GrantedGroupRow = RowOfStatement<typeof selectGrantedGroups>;

const selectSecretsOf = prepare(
  {
    lastFour: applicationSecrets.lastFour,
    createdAt: applicationSecrets.createdAt,
    endsAt: applicationSecrets.endsAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationSecrets)
      .where(
        and(
          eq(applicationSecrets.applicationId, id),
          or(
            isNull(applicationSecrets.endsAt),
            gt(applicationSecrets.endsAt, sql.placeholder("now")),
          ),
        ),
      )
      .orderBy(desc(applicationSecrets.createdAt)),
);
export type SecretRow = RowOfStatement<typeof selectSecretsOf>;

export function selectSecrets(applicationId: string) {
  return selectSecretsOf({ id: applicationId, now: Date.now() });
}

/** The names of those of these groups that exist. */
export function selectGroupNames(ids: readonly string[]) {
  return rows({ id: groups.id, name: groups.name }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(sql`${groups.id} in ${idsIn(ids)}`),
  );
}

export function countSessions(applicationId: string) {
  return rows({ count: count() }, (fields) =>
    orm
      .select(fields)
      .from(applicationGrants)
      .where(eq(applicationGrants.applicationId, applicationId)),
  );
}

/** The events that are sign-ins, and how each ended. */
const OUTCOMES = {
  application_signed_in: "signed_in",
  application_refused: "refused",
  application_cancelled: "cancelled",
} satisfies Record<string, SignIn["outcome"]>;
type Kind = keyof typeof OUTCOMES;

const selectPage = prepare(
  {
    id: auditEvents.id,
    kind: sql<Kind>`${auditEvents.kind}`,
    createdAt: auditEvents.createdAt,
    userId: auditEvents.subjectId,
    name: auditEvents.subjectName,
    mainCharacterId: users.mainCharacterId,
    reason: sql<string | null>`${auditEvents.detail} ->> '$.reason'`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.subjectId))
      .where(
        and(
          eq(auditEvents.applicationId, sql.placeholder("id")),
          lt(auditEvents.id, sql.placeholder("olderThan")),
          inArray(sql`+${auditEvents.kind}`, Object.keys(OUTCOMES)),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(PAGE_LIMIT),
);

/** Who signed in to an application, and who could not, the newest first. */
export async function listSignIns(
  { db }: Context,
  id: string,
  cursor: string | undefined,
): Promise<SignIns> {
  const found = await run(db, selectPage({ id, olderThan: olderThanOf(cursor) }));
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return {
    items: rows.map(({ kind, createdAt, reason, userId, name, mainCharacterId, ...event }) => ({
      id: event.id,
      at: createdAt.toISOString(),
      person: { userId, name, mainCharacterId },
      outcome: OUTCOMES[kind],
      reason,
    })),
    nextCursor,
  };
}
