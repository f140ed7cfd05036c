import type { CharacterDetail } from "#shared/characters.ts";
import type { Language } from "#shared/language/languages.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { waitForRefresh } from "#worker/characters/refresh/refresh-store.ts";
import { refreshPublicSheet } from "#worker/characters/refresh/refresh.ts";
import type { Refreshed } from "#worker/characters/refresh/refresh.ts";
import { isDue } from "#worker/characters/refresh/section-states.ts";
import { DatabaseUnavailable } from "#worker/db/interruption.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { presentSheet } from "./present-sheet.ts";
import { findSheet } from "./sheet-store.ts";
import type { Sheet } from "./sheet-store.ts";

/**
 * A character's sheet as the viewer may see it, from the database. ESI is called first only for a character that has no
 * public sheet yet. `beforeLookup` throws if the viewer looks up too many unknown characters: those that ESI does not
 * know either count against the error limit that all users share. `isStale`: the public part has expired and can be
 * refreshed behind the response. `unreadSystems`: shown solar systems without a name in the language.
 */
export async function readSheet(
  context: Context,
  actor: UserActor,
  characterId: number,
  language: Language,
  beforeLookup: () => Promise<void>,
): Promise<{
  detail: JsonText<CharacterDetail>;
  isStale: boolean;
  unreadSystems: number[];
}> {
  if (!isPlayerCharacter(characterId)) throw new ApiError("no_such_character");
  const now = Date.now();
  let sheet = await findSheet(context.db, characterId, language);
  if (sheet.character?.userId !== actor.userId) requireNoGuest(actor);
  if (needsLookup(sheet, now)) {
    if (sheet.character === undefined) await beforeLookup();
    sheet = await lookUp(context, characterId, language, sheet);
  }
  if (sheet.character === undefined) throw new ApiError("no_such_character");
  const { record } = sheet.character;
  const detail = presentSheet(characterId, sheet.character, sheet, {
    viewer: actor,
    imagesUrl: context.config.EVE_IMAGES_URL,
    now,
  });
  const isOwn = sheet.character.userId === actor.userId;
  return {
    detail,
    isStale: isDue(record?.checks.info, now),
    unreadSystems: isOwn ? sheet.unreadSystems : [],
  };
}

/** EVE's id ranges of player characters: https://developers.eveonline.com/docs/guides/id-ranges/ */
function isPlayerCharacter(id: number): boolean {
  return (id >= 90_000_000 && id < 98_000_000) || (id >= 100_000_000 && id < 2 ** 31);
}

function needsLookup({ character, sections, unknownUntil }: Sheet, now: number): boolean {
  if (character === undefined) return unknownUntil === null || unknownUntil.getTime() <= now;
  return !sections.has("info") && isDue(character.record?.checks.info, now);
}

/** Calls ESI, or waits for the invocation that does and shares its failure. */
async function lookUp(
  context: Context,
  characterId: number,
  language: Language,
  stored: Sheet,
): Promise<Sheet> {
  let refreshed: Refreshed | undefined;
  try {
    refreshed = await refreshPublicSheet(context, characterId);
  } catch (error) {
    // While D1 refuses writes or is interrupted, the stored sheet is shown.
    if (error instanceof DatabaseUnavailable && stored.character !== undefined) return stored;
    throw error;
  }
  if (refreshed === undefined) await waitForRefresh(context.db, characterId);
  const sheet = await findSheet(context.db, characterId, language);
  if (sheet.character !== undefined) return sheet;
  if (!needsLookup(sheet, Date.now())) throw new ApiError("no_such_character");
  const info = refreshed?.outcomes.info;
  const error = info?.state === "failed" ? info.error : undefined;
  throw new ApiError(
    "character_not_loaded",
    {},
    { retryAfterSeconds: error?.retryAfterSeconds ?? 60, cause: error },
  );
}
