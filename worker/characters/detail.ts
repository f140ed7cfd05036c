import type { CharacterDetail } from "#shared/characters.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { findSheet } from "./detail-store.ts";
import type { Sheet } from "./detail-store.ts";
import { refreshPublicSheet } from "./refresh.ts";
import { isDue } from "./section-states.ts";
import { toDetail } from "./sheet.ts";

/**
 * A character for one viewer, from the database. EVE is waited for only where it has never told anything of
 * the character, and only if `mayMeet` does not throw: what EVE does not know either counts against all of us.
 * `isStale`: the public part has expired and may be refreshed behind the answer.
 */
export async function readCharacter(
  context: Context,
  actor: UserActor,
  characterId: number,
  mayMeet: () => Promise<void>,
): Promise<{ detail: JsonText<CharacterDetail>; isStale: boolean }> {
  if (!isPlayerCharacter(characterId)) throw notFound();
  const now = Date.now();
  let sheet = await findSheet(context.db, characterId);
  if (isFirstTime(sheet, now)) {
    if (sheet.character === undefined) await mayMeet();
    sheet = await meet(context, characterId);
  }
  if (sheet.character === undefined) throw notFound();
  const { record } = sheet.character;
  const detail = toDetail(characterId, sheet.character, sheet, {
    viewerId: actor.userId,
    imagesUrl: context.config.EVE_IMAGES_URL,
    now,
  });
  return { detail, isStale: isDue(record?.checks.info, now) };
}

/** EVE's ranges of player characters; what else has an id is not one, and EVE need not be asked. */
function isPlayerCharacter(id: number): boolean {
  return (id >= 90_000_000 && id < 98_000_000) || (id >= 100_000_000 && id < 2 ** 31);
}

function isFirstTime({ character, sections, unknownUntil }: Sheet, now: number): boolean {
  if (character === undefined) return unknownUntil === null || unknownUntil.getTime() <= now;
  return !sections.has("info") && isDue(character.record?.checks.info, now);
}

async function meet(context: Context, characterId: number): Promise<Sheet> {
  const { outcomes } = await refreshPublicSheet(context, characterId);
  const sheet = await findSheet(context.db, characterId);
  const info = outcomes.get("info");
  if (sheet.character !== undefined || info?.state !== "failed") return sheet;
  const { reason } = info.error;
  if (reason === "not_found" || reason === "deleted") throw notFound();
  throw new ApiError(
    "upstream_unavailable",
    "EVE could not be asked for this character. Try again.",
    {
      retryAfterSeconds: info.error.retryAfterSeconds ?? 60,
      cause: info.error,
    },
  );
}

function notFound() {
  return new ApiError("not_found", "Character not found");
}
