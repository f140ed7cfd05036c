import type { AccountEvent } from "#shared/session.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import * as store from "./account-store.ts";
import type { UserActor } from "./actor.ts";
import { listEvents } from "./event-store.ts";
import { revokeGrant } from "./eve-sso.ts";
import { openToken } from "./sealed-grant.ts";

const LISTED_EVENTS = 50;

export async function changeMain(
  { db, requestId }: Context,
  { userId }: UserActor,
  characterId: number,
) {
  const changed = await store.updateMain(db, { userId, characterId, requestId });
  if (!changed) throw notLinked();
}

/**
 * Takes an alt off the account. Returns what is left to do when the answer is sent: EVE ends the grant.
 */
export async function unlinkCharacter(
  { db, config, requestId }: Context,
  { userId }: UserActor,
  characterId: number,
): Promise<() => Promise<void>> {
  const { isMine, isMain, refreshToken } = await store.unlinkAlt(db, {
    userId,
    characterId,
    requestId,
  });
  if (!isMine) throw notLinked();
  if (isMain) {
    throw new ApiError("conflict", "This is your main. Make another character your main first.");
  }
  return async () => {
    if (refreshToken === null) return;
    try {
      await revokeGrant(config, await openToken(config, refreshToken, characterId));
    } catch (error) {
      // The grant stays at EVE, where the player can end it too; here it is gone.
      logError(requestId, error);
    }
  };
}

export async function readEvents({ db }: Context, { userId }: UserActor): Promise<AccountEvent[]> {
  const [rows] = await db.batch([listEvents(db, userId, LISTED_EVENTS)]);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

function notLinked(): ApiError {
  return new ApiError("not_found", "This character is not linked to your account.");
}
