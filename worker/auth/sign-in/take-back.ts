import { eq, gte, sql } from "drizzle-orm";
import type { NewSession, TakeBack } from "#shared/session.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { releaseCharacter, takeCharacter } from "#worker/auth/accounts/character-ownership.ts";
import {
  becomesMain,
  doubtSuspects,
  dropJuniorRights,
  endSuspectKeys,
  mayTakeBack,
  selectSuspects,
  selectTakeBack,
} from "#worker/auth/accounts/take-back-rights.ts";
import { endSessionsBut } from "#worker/auth/sessions/end-sessions.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import { upsertToken } from "#worker/auth/tokens/token-store.ts";
import { guard, run } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { runAttaching } from "./attach-character.ts";
import { requirePendingClaim } from "./claim-main.ts";
import type { ClaimingBrowser } from "./claim-main.ts";
import { deletePendingClaim } from "./sign-in-store.ts";

const NO_RIGHT: Refusal = { name: "take-back", error: () => new ApiError("take_back_expired") };

/**
 * Gives an account back to the former main that has just signed in with this browser: links it, ends all sessions, sign-ins at
 * applications and what else an attacker may have left (`endSuspectKeys`), and makes it the main again if it lost that role within the
 * last fourteen days. Characters that the attacker may have linked are unlinked as the user chose; without a choice, and if they
 * were linked since the sign-in that offered it, they wait for the main to confirm them.
 */
export async function takeBack(
  context: Context,
  browser: ClaimingBrowser,
  { characterId, unlink }: TakeBack,
): Promise<NewSession> {
  const claim = await requirePendingClaim(context, browser, characterId);
  const { identity, grant, browserHash, signedInAt } = claim;
  const [right] = await run(context.db, selectTakeBack(identity));
  if (right === undefined) throw NO_RIGHT.error();
  const { userId, linkedAt } = right;
  const now = new Date();
  const suspects = unlink?.length ? await run(context.db, selectSuspects(userId, right)) : [];
  const unlinked = suspects.filter((suspect) => unlink?.includes(suspect.characterId));
  const session = await prepareSession(userId, characterId, browser);
  const character = { id: characterId, ownerHash: identity.ownerHash };
  const event = {
    kind: "account_taken_back" as const,
    actor: { userId },
    userId,
    character,
    detail: sql`json_object('mainCharacterId', (
      select ${users.mainCharacterId} from ${users} where ${users.id} = ${userId}))`,
  };
  await runAttaching(context, identity.name, [
    guard(mayTakeBack(userId, characterId), NO_RIGHT),
    ...takeCharacter(context, userId, identity, { now }),
    orm.update(characters).set({ linkedAt }).where(eq(characters.id, characterId)),
    upsertToken(characterId, grant, now),
    ...(becomesMain(right)
      ? [
          orm.update(users).set({ mainCharacterId: characterId }).where(eq(users.id, userId)),
          dropJuniorRights(userId, characterId),
        ]
      : []),
    recordEvent(context, event).statement,
    ...unlinked.flatMap(({ characterId: id }) =>
      releaseCharacter(context, "character_unlinked", userId, {
        id,
        ownerHash: sql`${characters.ownerHash}`,
      }),
    ),
    // The user has chosen among those of the sign-in.
    doubtSuspects(
      userId,
      right,
      unlink === undefined ? undefined : gte(characters.linkedAt, signedInAt),
    ),
    ...endSuspectKeys(context, userId, right),
    ...endSessionsBut(userId, session.row.id),
    insertSession(session.row),
    deletePendingClaim(browserHash),
  ]);
  return { sessionToken: session.token };
}
