import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { TokenState } from "#shared/session.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";

export type TokenRow = typeof eveTokens.$inferSelect;
export type EncryptedGrant = Pick<
  TokenRow,
  "refreshToken" | "accessToken" | "accessExpiresAt" | "scopes"
>;

/** The token, with the owner hash that its character had when it was granted. */
export async function findToken(db: Database, characterId: number) {
  const [row] = await db
    .select({ token: eveTokens, ownerHash: characters.ownerHash, userId: characters.userId })
    .from(eveTokens)
    .innerJoin(characters, eq(characters.id, eveTokens.characterId))
    .where(eq(eveTokens.characterId, characterId));
  return row;
}

export async function findScopes(db: Database, characterId: number, userId: string) {
  const [row] = await db
    .select({ scopes: eveTokens.scopes })
    .from(eveTokens)
    .innerJoin(characters, eq(characters.id, eveTokens.characterId))
    .where(and(eq(eveTokens.characterId, characterId), eq(characters.userId, userId)));
  return row?.scopes;
}

/** A new grant, whatever was there before: a statement for the batch of a sign-in. */
export function upsertToken(db: Database, characterId: number, grant: EncryptedGrant, now: Date) {
  const set = { ...grant, state: "ok" as const, stateSince: now, refreshLeaseUntil: null };
  return db
    .insert(eveTokens)
    .values({ characterId, ...set })
    .onConflictDoUpdate({
      target: eveTokens.characterId,
      set: { ...set, version: sql`${eveTokens.version} + 1` },
    });
}

/**
 * Takes the right to refresh, if the row is still at `version` and nobody else holds it.
 * Returns the version that the holder writes against.
 */
export async function takeRefreshLease(
  db: Database,
  { characterId, version }: TokenRow,
  now: Date,
  until: Date,
): Promise<number | undefined> {
  const [taken] = await db
    .update(eveTokens)
    .set({ refreshLeaseUntil: until, version: version + 1 })
    .where(
      and(
        eq(eveTokens.characterId, characterId),
        eq(eveTokens.version, version),
        or(isNull(eveTokens.refreshLeaseUntil), lte(eveTokens.refreshLeaseUntil, now)),
      ),
    )
    .returning({ version: eveTokens.version });
  return taken?.version;
}

/** What a refresh found. Writes nothing when another grant has replaced the row meanwhile. */
export async function finishRefresh(
  db: Database,
  { characterId, version }: { characterId: number; version: number },
  outcome: { state: TokenState } & Partial<EncryptedGrant>,
  now: Date,
): Promise<boolean> {
  const written = await db
    .update(eveTokens)
    .set({
      ...outcome,
      version: version + 1,
      refreshLeaseUntil: null,
      stateSince: sql`case when ${eveTokens.state} = ${outcome.state} then ${eveTokens.stateSince} else ${now.getTime()} end`,
    })
    .where(and(eq(eveTokens.characterId, characterId), eq(eveTokens.version, version)))
    .returning({ version: eveTokens.version });
  return written.length > 0;
}
