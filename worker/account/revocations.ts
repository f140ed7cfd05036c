import { asc, eq, getTableColumns, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { HOUR_MS } from "#shared/time.ts";
import { revokeEveGrant } from "#worker/auth/tokens/eve-sso.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { decrypt } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { characters, eveTokens, pendingClaims } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { tokenRevocations } from "#worker/db/schema/erasure.ts";
import { idsIn, insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { DiscordError, revokeDiscordGrant } from "#worker/discord/link/discord-api.ts";
import { boundToDiscord } from "#worker/discord/link/encrypted-token.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { startJob } from "#worker/work/job-runs.ts";
import { rewriteLog, selectRewrite } from "./log-rewrites.ts";

/** Cloudflare allows six connections at once (https://developers.cloudflare.com/workers/platform/limits/). */
const AT_ONCE = 6;
/**
 * With the pauses of `postpone`, about a week. Then the token is erased, and only the player can revoke the grant, at EVE
 * or Discord.
 */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 24 * HOUR_MS;

type Revocation = typeof tokenRevocations.$inferSelect;

/** Statements that queue the grants of a user's characters for revocation. The encrypted tokens are copied as they are. */
export function keepEveGrants(userId: string): Statement[] {
  const own = sql`(select ${characters.id} from ${characters} where ${characters.userId} = ${userId})`;
  const keepOf = (characterId: SQL, refreshToken: SQL, from: SQL) =>
    keep("eve", characterId, refreshToken, { from, where: sql`${characterId} in ${own}` });
  return [
    keepOf(sql`${eveTokens.characterId}`, sql`${eveTokens.refreshToken}`, sql`${eveTokens}`),
    keepOf(
      sql`${eveTokens.characterId}`,
      sql`json_extract(spare.value, '$.refreshToken')`,
      sql`${eveTokens} cross join json_each(${eveTokens.spares}) as spare`,
    ),
    keepOf(
      sql`${pendingClaims.characterId}`,
      sql`${pendingClaims.refreshToken}`,
      sql`${pendingClaims}`,
    ),
  ];
}

/** The same for the user's Discord account. */
export function keepDiscordGrant(userId: string): Statement {
  return keep(
    "discord",
    sql`${boundToDiscord("")} || ${discordAccounts.discordId}`,
    sql`${discordAccounts.refreshToken}`,
    { from: sql`${discordAccounts}`, where: eq(discordAccounts.userId, userId) },
  );
}

function keep(
  provider: Revocation["provider"],
  boundTo: SQL,
  refreshToken: SQL,
  { from, where }: { from: SQL; where: SQL },
): Statement {
  return insertWhere(
    tokenRevocations,
    {
      id: sql`${boundTo} || ':' || lower(hex(randomblob(8)))`,
      provider,
      refreshToken,
      dueAt: new Date(),
    },
    where,
    from,
  );
}

/** The additional data of the ciphertext: that of the row from which it was copied. */
export function boundToOf(revocationId: string): string {
  return revocationId.slice(0, revocationId.lastIndexOf(":"));
}

/** The grants that are due, the oldest first. */
function selectDueRevocations(limit: number) {
  return rows(getTableColumns(tokenRevocations), (fields) =>
    orm
      .select(fields)
      .from(tokenRevocations)
      .where(lte(tokenRevocations.dueAt, new Date()))
      .orderBy(asc(tokenRevocations.dueAt))
      .limit(limit),
  );
}

/**
 * Revokes the grants that are due; returns whether more are due now. Revoking a token twice is not an error (RFC 7009 §2.2),
 * so an interrupted run can be repeated. A slice without any success ends the run, because EVE or Discord is down.
 */
export async function revokeDueGrants(context: Context): Promise<boolean> {
  const { db, config } = context;
  const { revocations } = BUDGETS[config.PLAN];
  const due = await run(db, selectDueRevocations(revocations));
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const slice = due.slice(from, from + AT_ONCE);
    const results = await Promise.all(
      slice.map(async (grant) => ({ grant, isDone: await revoke(context, grant) })),
    );
    const done = results.filter(({ isDone }) => isDone).map(({ grant }) => grant.id);
    const failed = results.filter(({ isDone }) => !isDone).map(({ grant }) => grant);
    await runBatch(db, [
      orm.delete(tokenRevocations).where(sql`${tokenRevocations.id} in ${idsIn(done)}`),
      ...failed.map(postpone),
    ]);
    if (done.length === 0) return false;
  }
  return due.length === revocations;
}

/** Returns whether the row can be deleted: the grant is revoked, or this was the last attempt. */
async function revoke(
  { config, requestId }: Context,
  { id, provider, refreshToken, attempts }: Revocation,
): Promise<boolean> {
  try {
    const token = await decrypt(config.keyring, refreshToken, boundToOf(id));
    await (provider === "eve" ? revokeEveGrant(config, token) : revokeDiscordGrant(config, token));
    return true;
  } catch (cause) {
    if (cause instanceof DiscordError && cause.reason === "refused") return true;
    const isLast = attempts + 1 >= MAX_ATTEMPTS;
    if (isLast)
      logError(requestId, new Error(`A grant was not revoked at ${provider}.`, { cause }));
    return isLast;
  }
}

function postpone({ id, attempts }: Revocation): Statement {
  const pause = Math.min(MAX_PAUSE_MS, HOUR_MS * 2 ** attempts);
  return orm
    .update(tokenRevocations)
    .set({ attempts: attempts + 1, dueAt: new Date(Date.now() + pause) })
    .where(eq(tokenRevocations.id, id));
}

/** Starts the job below now. If the message is lost, it runs at its next time. */
export function startErasure(context: Context) {
  return startJob(context, "account-erasure");
}

/** Statements that return a row if something is left to erase. */
export function selectUnfinished() {
  return [selectDueRevocations(1), selectRewrite()];
}

/**
 * Finishes deletions and merges: revokes the grants and replaces the user in the log. Continues in another invocation while
 * there is more. Always returns 0: the job counts no rows.
 */
export async function eraseAccounts(context: Context): Promise<number> {
  const hasMoreGrants = await revokeDueGrants(context);
  const hasMoreEvents = await rewriteLog(context.db, BUDGETS[context.config.PLAN].logSlices);
  if (hasMoreGrants || hasMoreEvents) await startErasure(context);
  return 0;
}
