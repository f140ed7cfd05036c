import { and, eq, getTableColumns, isNull, lte, or, sql } from "drizzle-orm";
import type { TokenState } from "#shared/account/character.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { excluded, existsIn, orm, prepare, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { runOrDefer } from "#worker/work/deferred-writes.ts";
import type { Context } from "#worker/env.ts";

export type TokenRow = typeof eveTokens.$inferSelect;
export type EncryptedGrant = Pick<
  TokenRow,
  "refreshToken" | "accessToken" | "accessExpiresAt" | "scopes"
>;

const selectToken = prepare(
  {
    ...getTableColumns(eveTokens),
    ownerHash: characters.ownerHash,
    userId: characters.userId,
    suspendedUntil: users.suspendedUntil,
  },
  (fields) =>
    orm
      .select(fields)
      .from(eveTokens)
      .innerJoin(characters, eq(characters.id, eveTokens.characterId))
      .leftJoin(users, eq(users.id, characters.userId))
      .where(eq(eveTokens.characterId, sql.placeholder("characterId"))),
);

/** The token, with the character's owner hash and user, and the end of the user's suspension. */
export async function findToken(db: Database, characterId: number) {
  const [found] = await run(db, selectToken({ characterId }));
  return found;
}
export type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** SQL condition: the user holds the character with this owner hash. */
export function isOwnedBy(
  userId: string,
  { id, ownerHash }: { id: number; ownerHash: string | null },
) {
  return existsIn(
    characters,
    and(
      eq(characters.id, id),
      eq(characters.userId, userId),
      sql`${characters.ownerHash} is ${ownerHash}`,
    ),
  );
}

/** What the character has granted, also what EVE has taken away since: a sign-in that requests it repairs that. */
export async function findScopes(db: Database, characterId: number, userId: string) {
  const [found] = await run(
    db,
    rows({ scopes: eveTokens.scopes, lostScopes: eveTokens.lostScopes }, (fields) =>
      orm
        .select(fields)
        .from(eveTokens)
        .innerJoin(characters, eq(characters.id, eveTokens.characterId))
        .where(and(eq(eveTokens.characterId, characterId), eq(characters.userId, userId))),
    ),
  );
  return found && [...found.scopes, ...(found.lostScopes ?? [])];
}

export async function findScopesOfMain(db: Database, userId: string) {
  const [found] = await run(
    db,
    rows({ scopes: eveTokens.scopes }, (fields) =>
      orm
        .select(fields)
        .from(users)
        .innerJoin(eveTokens, eq(eveTokens.characterId, users.mainCharacterId))
        .where(eq(users.id, userId)),
    ),
  );
  return found?.scopes;
}

/**
 * A statement that records that a linked character is authorized again: before `upsertToken`, if no other event tells that the
 * character has joined the account.
 */
export function recordRestored(
  context: Pick<Context, "requestId">,
  userId: string,
  characterId: number,
): Statement {
  const isValid = sql`exists (select 1 from ${eveTokens}
    where ${eveTokens.characterId} = ${characterId} and ${eveTokens.state} <> 'revoked')`;
  const isLinked = sql`exists (select 1 from ${characters}
    where ${characters.id} = ${characterId} and ${characters.userId} = ${userId})`;
  return recordEvent(
    context,
    { kind: "token_restored", actor: { userId }, userId, character: { id: characterId } },
    sql`${isLinked} and not ${isValid}`,
  ).statement;
}

const newScopes = sql`(select value from json_each(${excluded(eveTokens.scopes)}))`;
const isLive = sql`${eveTokens.state} <> 'revoked'`;
/** The scopes of the row that the new grant does not cover. */
const uncovered = sql`select value from json_each(${eveTokens.scopes}) where value not in ${newScopes}`;
const needsSpares = sql`${isLive} and exists (${uncovered})`;
/** Which EVE may have ended with this sign-in: their access tokens are dropped, so that the next use asks EVE. */
const keptAsSpares = sql`(select json_group_array(
    json_set(kept.value, '$.accessToken', '', '$.accessExpiresAt', 0))
  from (
    select json_object('refreshToken', ${eveTokens.refreshToken},
      'scopes', json(coalesce(${eveTokens.ownScopes}, ${eveTokens.scopes}))) as value
    union all select value from json_each(${eveTokens.spares})
  ) as kept
  where exists (select 1 from json_each(kept.value, '$.scopes') as scope
    where scope.value not in ${newScopes}))`;
const keptScopes = sql`(select json_group_array(value) from (
  select value from json_each(${excluded(eveTokens.scopes)}) union all ${uncovered}))`;
const stillLost = sql`(select nullif(json_group_array(value), '[]') from (
  select value from json_each(${eveTokens.lostScopes})
  union select value from json_each(${eveTokens.scopes}) where not (${isLive}))
  where value not in ${newScopes})`;

/**
 * A statement that stores a new grant. The earlier ones that cover what it does not are kept as spares: whether EVE ends them
 * is not known before it has refused them (docs/decisions/0081).
 */
export function upsertToken(characterId: number, grant: EncryptedGrant, now: Date) {
  const set = { ...grant, state: "ok" as const, stateSince: now, refreshLeaseUntil: null };
  return orm
    .insert(eveTokens)
    .values({ characterId, ...set })
    .onConflictDoUpdate({
      target: eveTokens.characterId,
      set: {
        ...set,
        scopes: sql`case when ${needsSpares} then ${keptScopes} else ${excluded(eveTokens.scopes)} end`,
        ownScopes: sql`case when ${needsSpares} then ${excluded(eveTokens.scopes)} end`,
        spares: sql`case when ${needsSpares} then ${keptAsSpares} end`,
        lostScopes: stillLost,
        // A refresh that has begun is of a grant that is now a spare: EVE may replace its refresh token.
        refreshLeaseUntil: sql`case when ${needsSpares} then ${eveTokens.refreshLeaseUntil} end`,
        version: sql`${eveTokens.version} + 1`,
      },
    });
}

/** A statement before `upsertToken` for a character that has moved to another EVE account: no grant from before is kept. */
export function endGrants(characterId: number): Statement {
  return orm
    .update(eveTokens)
    .set({ state: "revoked", spares: null, ownScopes: null })
    .where(eq(eveTokens.characterId, characterId));
}

/**
 * Takes the lease to refresh, if the row is still at `version` and no other isolate has the lease. Returns the version
 * that the holder of the lease writes against.
 */
export async function takeRefreshLease(
  db: Database,
  { characterId, version }: Pick<TokenRow, "characterId" | "version">,
  now: Date,
  until: Date,
): Promise<number | undefined> {
  const taken = await run(
    db,
    orm
      .update(eveTokens)
      .set({ refreshLeaseUntil: until, version: version + 1 })
      .where(
        and(
          eq(eveTokens.characterId, characterId),
          eq(eveTokens.version, version),
          or(isNull(eveTokens.refreshLeaseUntil), lte(eveTokens.refreshLeaseUntil, now)),
        ),
      ),
  );
  return taken > 0 ? version + 1 : undefined;
}

/**
 * Stores the outcome of a refresh. Writes nothing, and returns false, if another grant has replaced the row in the
 * meantime. The write is deferred when D1's daily limit is reached, because EVE may have replaced the refresh token.
 */
export async function finishRefresh(
  context: Context,
  { characterId, version }: Pick<TokenRow, "characterId" | "version">,
  outcome: { state: TokenState } & Partial<TokenRow>,
  now: Date,
): Promise<boolean> {
  return (await runOrDefer(context, updateState({ characterId, version }, outcome, now))) > 0;
}

type Leased = Pick<TokenRow, "characterId" | "version">;

/**
 * Stores that EVE has revoked the last grant, with its event. Returns false if the row has changed in the meantime. Not
 * deferred: EVE says so again at the next refresh.
 */
export async function markRevoked(
  context: Context,
  { characterId, version, userId }: Leased & { userId: string | null },
  now: Date,
): Promise<boolean> {
  const isCurrent = sql`exists (select 1 from ${eveTokens} where ${eveTokens.characterId} = ${characterId}
    and ${eveTokens.version} = ${version} and ${eveTokens.state} <> 'revoked')`;
  const character = { id: characterId };
  const results = await runBatch(context.db, [
    ...(userId === null
      ? []
      : [
          recordEvent(context, { kind: "token_lost", actor: "eve", userId, character }, isCurrent)
            .statement,
        ]),
    updateState({ characterId, version }, { state: "revoked" }, now),
  ]);
  return results.at(-1) !== 0;
}

function updateState(
  { characterId, version }: Leased,
  outcome: { state: TokenState } & Partial<TokenRow>,
  now: Date,
): Statement {
  return orm
    .update(eveTokens)
    .set({
      ...outcome,
      version: version + 1,
      refreshLeaseUntil: null,
      stateSince: sql`case when ${eveTokens.state} = ${outcome.state} then ${eveTokens.stateSince}
        else ${now.getTime()} end`,
    })
    .where(and(eq(eveTokens.characterId, characterId), eq(eveTokens.version, version)));
}
