import { and, count, desc, eq, exists, sql } from "drizzle-orm";
import { MAX_TOKENS } from "#shared/applications/tokens.ts";
import type { OnApplications } from "#worker/applications/policy.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

export const selectApplication = prepare({ id: applications.id }, (fields) =>
  orm
    .select(fields)
    .from(applications)
    .where(eq(applications.id, sql.placeholder("applicationId"))),
);

export type TokenRow = RowOfStatement<typeof selectTokens>;

/** The tokens of an application, the newest first. */
export const selectTokens = prepare(
  {
    id: apiTokens.id,
    name: apiTokens.name,
    rights: apiTokens.rights,
    lastFour: apiTokens.lastFour,
    createdAt: apiTokens.createdAt,
    createdBy: apiTokens.createdBy,
    creatorMainId: users.mainCharacterId,
    creatorName: characters.name,
    lastUsedAt: apiTokens.lastUsedAt,
    expiresAt: apiTokens.expiresAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(apiTokens)
      .leftJoin(users, eq(users.id, apiTokens.createdBy))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(eq(apiTokens.applicationId, sql.placeholder("applicationId")))
      .orderBy(desc(apiTokens.createdAt), apiTokens.id),
);

/** SQL condition: the application has fewer tokens than this. */
function hasFewerThan(applicationId: string, limit: number) {
  return sql`(${orm
    .select({ count: count() })
    .from(apiTokens)
    .where(eq(apiTokens.applicationId, applicationId))}) < ${limit}`;
}

/** The name of a token of an application. */
export const selectName = prepare({ name: apiTokens.name }, (fields) =>
  orm
    .select(fields)
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.id, sql.placeholder("tokenId")),
        eq(apiTokens.applicationId, sql.placeholder("applicationId")),
      ),
    ),
);

type NewToken = Omit<typeof apiTokens.$inferInsert, "applicationId" | "createdBy">;

/** False if the application has `MAX_TOKENS`. */
export function insertToken(
  context: Context,
  { by: actor, of: { id: applicationId } }: OnApplications<"administer">,
  token: NewToken,
) {
  const row = { ...token, applicationId, createdBy: actor.userId };
  return recordAndApply(context, {
    kind: "api_token_created",
    actor,
    applicationId,
    detail: { label: token.name },
    condition: hasFewerThan(applicationId, MAX_TOKENS),
    statements: (applied) => [insertWhere(apiTokens, row, applied)],
  });
}

export function deleteToken(
  context: Context,
  { by: actor, of: { id: applicationId } }: OnApplications<"administer">,
  { id, name }: { id: string; name: string },
) {
  const isIt = and(eq(apiTokens.id, id), eq(apiTokens.applicationId, applicationId));
  return recordAndApply(context, {
    kind: "api_token_revoked",
    actor,
    applicationId,
    detail: { label: name },
    condition: exists(orm.select({ id: apiTokens.id }).from(apiTokens).where(isIt)),
    statements: (applied) => [orm.delete(apiTokens).where(sql`${isIt} and ${applied}`)],
  });
}
