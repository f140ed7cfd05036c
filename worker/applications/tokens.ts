import { and, desc, eq, sql } from "drizzle-orm";
import { MAX_TOKENS } from "#shared/applications/tokens.ts";
import type {
  ApiToken,
  ApiTokens,
  ApiTokenWithSecret,
  CreateToken,
} from "#shared/applications/tokens.ts";
import { DAY_MS } from "#shared/time.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { requireAdministration } from "./policy.ts";
import { selectApplicationId } from "./store.ts";
import type { OnApplications } from "./policy.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";
import { countIn, existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";

/** Scanners of public code find it by its beginning. */
const PREFIX = "mst_t_";

export async function listTokens({ db }: Context, applicationId: string): Promise<ApiTokens> {
  const [[application], found] = await runBatch(db, [
    selectApplicationId({ id: applicationId }),
    selectTokens({ applicationId }),
  ]);
  if (application === undefined) throw new ApiError("no_such_application");
  return { items: found.map(present) };
}

/** The token is in this answer alone: the database has its hash. */
export async function createToken(
  context: Context,
  actor: Administrator,
  applicationId: string,
  { name, rights, days }: CreateToken,
): Promise<ApiTokenWithSecret> {
  const secret = PREFIX + randomToken();
  const now = Date.now();
  const row = {
    id: randomToken(12),
    name,
    rights: [...new Set(rights)],
    hash: await sha256(secret),
    lastFour: secret.slice(-4),
    createdAt: new Date(now),
    lastUsedAt: null,
    expiresAt: days === null ? null : new Date(now + days * DAY_MS),
  };
  const allowed = requireAdministration(actor, applicationId);
  const isCreated = await insertToken(context, allowed, row);
  const { items } = await listTokens(context, applicationId);
  const token = items.find(({ id }) => id === row.id);
  if (!isCreated || token === undefined) {
    throw new ApiError("too_many_tokens", { count: MAX_TOKENS });
  }
  return { token, secret };
}

export async function revokeToken(
  context: Context,
  actor: Administrator,
  applicationId: string,
  tokenId: string,
) {
  const [found] = await run(context.db, selectName({ applicationId, tokenId }));
  if (found === undefined) throw new ApiError("no_such_token");
  const token = { id: tokenId, name: found.name };
  await deleteToken(context, requireAdministration(actor, applicationId), token);
}

function present(row: TokenRow): ApiToken {
  const { createdBy, creatorMainId, creatorName, ...token } = row;
  return {
    ...token,
    createdAt: row.createdAt.toISOString(),
    createdBy:
      createdBy === null
        ? null
        : { userId: createdBy, mainCharacterId: creatorMainId, name: creatorName },
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

type TokenRow = RowOfStatement<typeof selectTokens>;

/** The tokens of an application, the newest first. */
const selectTokens = prepare(
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

/** The name of a token of an application. */
const selectName = prepare({ name: apiTokens.name }, (fields) =>
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
function insertToken(
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
    condition: sql`${countIn(apiTokens, eq(apiTokens.applicationId, applicationId))} < ${MAX_TOKENS}`,
    statements: (applied) => [insertWhere(apiTokens, row, applied)],
  });
}

function deleteToken(
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
    condition: existsIn(apiTokens, isIt),
    statements: (applied) => [orm.delete(apiTokens).where(sql`${isIt} and ${applied}`)],
  });
}
