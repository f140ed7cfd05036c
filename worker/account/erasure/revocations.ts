import { asc, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { revokeGrant as revokeEveGrant } from "#worker/auth/tokens/eve-sso.ts";
import { decrypt } from "#worker/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { characters, eveTokens, pendingClaims } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord.ts";
import { tokenRevocations } from "#worker/db/schema/erasure.ts";
import { orm, rows, write } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { boundTo as boundToDiscord } from "#worker/discord/encrypted-token.ts";
import { DiscordError, revokeGrant as revokeDiscordGrant } from "#worker/discord/discord-api.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Six connections at once (Cloudflare's limit), and well below the 50 subrequests of an invocation. */
const AT_ONCE = 6;
const PER_RUN = 24;
/** With the pauses below, about nine days. Then the token is erased, and the grant stays until its player removes it. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 24 * HOUR_MS;

type Revocation = typeof tokenRevocations.$inferSelect;

/** Statements that keep the grants of a user's characters to be revoked. They stay encrypted, and are copied as they are. */
export function keepEveGrants(userId: string): Statement[] {
  const isOwn = (id: SQL) =>
    sql`${id} in (select ${characters.id} from ${characters} where ${characters.userId} = ${userId})`;
  return [
    keep("eve", sql`${eveTokens.characterId}`, sql`${eveTokens.refreshToken}`, {
      from: sql`${eveTokens}`,
      where: isOwn(sql`${eveTokens.characterId}`),
    }),
    keep("eve", sql`${pendingClaims.characterId}`, sql`${pendingClaims.refreshToken}`, {
      from: sql`${pendingClaims}`,
      where: isOwn(sql`${pendingClaims.characterId}`),
    }),
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
  return write(sql`insert into ${tokenRevocations} (id, provider, refresh_token, attempts, due_at)
    select ${boundTo} || ':' || lower(hex(randomblob(8))), ${provider}, ${refreshToken}, 0, ${Date.now()}
    from ${from} where ${where}`);
}

/** What the ciphertext of a revocation is bound to. */
export function boundToOf(revocationId: string): string {
  return revocationId.slice(0, revocationId.lastIndexOf(":"));
}

/**
 * Revokes the grants that are due; returns whether more are due at once. EVE and Discord accept a token that is revoked
 * already, so that a run that was cut off can be repeated. During an outage, the first few failures end the run.
 */
export async function revokeDueGrants(context: Context): Promise<boolean> {
  const { db } = context;
  const due = await run(
    db,
    rows(getTableColumns(tokenRevocations), (fields) =>
      orm
        .select(fields)
        .from(tokenRevocations)
        .where(lte(tokenRevocations.dueAt, new Date()))
        .orderBy(asc(tokenRevocations.dueAt))
        .limit(PER_RUN),
    ),
  );
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const slice = due.slice(from, from + AT_ONCE);
    const results = await Promise.all(
      slice.map(async (one) => ({ one, isDone: await revoke(context, one) })),
    );
    const done = results.filter(({ isDone }) => isDone).map(({ one }) => one.id);
    const failed = results.filter(({ isDone }) => !isDone).map(({ one }) => one);
    await runBatch(db, [
      orm.delete(tokenRevocations).where(inArray(tokenRevocations.id, done)),
      ...failed.map(postpone),
    ]);
    if (done.length === 0) return false;
  }
  return due.length === PER_RUN;
}

/** Whether there is nothing left to do. */
async function revoke({ config, requestId }: Context, one: Revocation): Promise<boolean> {
  try {
    const token = await decrypt(config.keyring, one.refreshToken, boundToOf(one.id));
    await (one.provider === "eve"
      ? revokeEveGrant(config, token)
      : revokeDiscordGrant(config, token));
    return true;
  } catch (error) {
    if (error instanceof DiscordError && error.reason === "refused") return true;
    const isLast = one.attempts + 1 >= MAX_ATTEMPTS;
    if (isLast)
      logError(
        requestId,
        new Error(`A grant was not revoked at ${one.provider}.`, { cause: error }),
      );
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
