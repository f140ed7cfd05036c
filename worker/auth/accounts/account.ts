import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { countEvent } from "#worker/audit/daily-limits.ts";
import { recordAndApply, recordEvent } from "#worker/audit/record.ts";
import { endSessionsBut } from "#worker/auth/sessions/end-sessions.ts";
import { hasProven, requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { guard, run, runBatch } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { existsIn, orm, rows } from "#worker/db/statements.ts";
import { isHeldBy, releaseCharacter } from "./character-ownership.ts";
import {
  doubtSuspects,
  dropJuniorRights,
  endSuspectKeys,
  extendTakeBack,
  grantTakeBack,
  lossOf,
  mayTakeBack,
} from "./take-back-rights.ts";

/** Nothing of the batch happens for a character of somebody else: it would count as older than every right to take the account back. */
const NOT_HELD: Refusal = { name: "not-held", error: () => new ApiError("character_not_yours") };

/**
 * Makes a character of the user the main. A former main that has proven itself takes the
 * account back: that needs no proof of the present main, and ends all other sessions and what else an attacker may have left.
 */
export async function changeMain(context: Context, actor: UserActor, characterId: number) {
  const { userId } = actor;
  const isHeld = isHeldBy(userId, characterId);
  const changes = existsIn(
    users,
    and(eq(users.id, userId), ne(users.mainCharacterId, characterId)),
  );
  const takesBack = and(changes, hasProven(actor, characterId), mayTakeBack(userId, characterId));
  const event = { actor: { userId }, userId, character: { id: characterId } };
  const takenBack = recordEvent(
    context,
    { ...event, kind: "account_taken_back", detail: { mainCharacterId: characterId } },
    takesBack,
  );
  const isOrdinary = sql`${changes} and not ${takenBack.applied}`;
  const changed = recordEvent(context, { ...event, kind: "main_changed" }, isOrdinary);
  await runBatch(context.db, [
    guard(isHeld, NOT_HELD),
    requireFreshProof(actor, sql`${changes} and not (${takesBack})`),
    takenBack.statement,
    changed.statement,
    grantTakeBack(userId, characterId, { now: new Date(), condition: changed.applied }),
    orm.update(users).set({ mainCharacterId: characterId }).where(eq(users.id, userId)),
    ...endSessionsBut(userId, actor.sessionId, takenBack.applied),
    // The proof that the change needs confirms the character too.
    orm.update(characters).set({ unconfirmedSince: null }).where(isWaiting(userId, characterId)),
    doubtSuspects(userId, lossOf(userId, characterId), takenBack.applied),
    ...endSuspectKeys(context, userId, lossOf(userId, characterId), takenBack.applied),
    dropJuniorRights(userId, characterId),
    ...countEvent(context, { kind: "main_changed", actor }, changed.applied),
  ]);
}

/** Confirms a character that was linked without a fresh proof. Confirming it twice is no error. Returns whether it waited for that. */
export function confirmCharacter(context: Context, actor: UserActor, characterId: number) {
  const { userId } = actor;
  const isIt = isWaiting(userId, characterId);
  return recordAndApply(context, {
    kind: "character_confirmed",
    actor,
    userId,
    character: { id: characterId },
    condition: existsIn(characters, isIt),
    statements: (applied) => [
      requireFreshProof(actor, applied),
      orm.update(characters).set({ unconfirmedSince: null }).where(and(isIt, applied)),
    ],
  });
}

function isWaiting(userId: string, characterId: number) {
  return and(
    eq(characters.id, characterId),
    eq(characters.userId, userId),
    isNotNull(characters.unconfirmedSince),
  );
}

/** Unlinks an alt. Returns its refresh tokens, encrypted, for the caller to revoke. */
export async function unlinkCharacter(
  context: Context,
  actor: UserActor,
  characterId: number,
): Promise<string[]> {
  const { userId } = actor;
  const fields = {
    mainCharacterId: users.mainCharacterId,
    ownerHash: characters.ownerHash,
    refreshToken: eveTokens.refreshToken,
    spares: eveTokens.spares,
  };
  const [before] = await run(
    context.db,
    rows(fields, (aliased) =>
      orm
        .select(aliased)
        .from(characters)
        .innerJoin(users, eq(users.id, characters.userId))
        .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
        .where(and(eq(characters.id, characterId), eq(characters.userId, userId))),
    ),
  );
  if (before === undefined) throw new ApiError("character_not_yours");
  const { mainCharacterId, ownerHash, refreshToken, spares } = before;
  if (mainCharacterId === characterId) throw new ApiError("main_not_unlinked");
  const character = { id: characterId, ownerHash };
  await runBatch(context.db, [
    requireFreshProof(actor),
    // The present session has just proven the main.
    orm
      .update(sessions)
      .set({ characterId: mainCharacterId })
      .where(and(eq(sessions.id, actor.sessionId), eq(sessions.characterId, characterId))),
    ...releaseCharacter(context, "character_unlinked", userId, character),
    extendTakeBack(userId, characterId, new Date()),
  ]);
  const refreshTokens = [refreshToken, ...(spares ?? []).map((spare) => spare.refreshToken)];
  return refreshTokens.filter((token) => token !== null);
}
