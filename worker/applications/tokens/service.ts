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
import { requireAdministration } from "#worker/applications/policy.ts";
import * as store from "./store.ts";

/** Scanners of public code find it by its beginning. */
const PREFIX = "mst_t_";

export async function listTokens({ db }: Context, applicationId: string): Promise<ApiTokens> {
  const [[application], found] = await runBatch(db, [
    store.selectApplication({ applicationId }),
    store.selectTokens({ applicationId }),
  ]);
  if (application === undefined) throw unknownApplication();
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
  const isCreated = await store.insertToken(context, allowed, row);
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
  const [found] = await run(context.db, store.selectName({ applicationId, tokenId }));
  if (found === undefined) throw new ApiError("no_such_token");
  const token = { id: tokenId, name: found.name };
  await store.deleteToken(context, requireAdministration(actor, applicationId), token);
}

function present(row: store.TokenRow): ApiToken {
  const { id, name, rights, lastFour, createdBy, creatorMainId, creatorName } = row;
  return {
    id,
    name,
    rights,
    lastFour,
    createdAt: row.createdAt.toISOString(),
    createdBy:
      createdBy === null
        ? null
        : { userId: createdBy, mainCharacterId: creatorMainId, name: creatorName },
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

function unknownApplication(): ApiError {
  return new ApiError("no_such_application");
}
