import type { Corporation } from "#shared/corporations.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { requestFetch } from "#worker/corporations/fetch/service.ts";
import { verifyAllDirectors, verifyDirector } from "#worker/corporations/directors/verify.ts";

/** What follows when the answer is sent: a new director is checked, and names of EVE are learned. */
export async function afterAdding(context: Context, { corporationId, directorCount }: Corporation) {
  try {
    await requestFetch(context, corporationId, "public");
    if (directorCount > 0) await verifyAllDirectors(context, corporationId);
  } catch (error) {
    // The crons will see to both.
    logError(context.requestId, error);
  }
}

/** The same for a director who was added later. */
export async function afterAddingDirector(
  context: Context,
  corporationId: number,
  directorId: string,
) {
  try {
    await verifyDirector(context, corporationId, directorId);
  } catch (error) {
    logError(context.requestId, error);
  }
}
