import type { RefreshResult } from "#shared/characters.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { fetchSections } from "./fetch-sections.ts";
import type { Outcomes } from "./fetch-sections.ts";
import { findRefreshState } from "./refresh-store.ts";
import type { RefreshState } from "./refresh-store.ts";
import { saveSections } from "./save-sections.ts";
import { REFRESHABLES, scopeOf } from "./section-sources.ts";
import type { Refreshable } from "./section-sources.ts";
import { isDue, sectionStates } from "./section-states.ts";
import type { Authorization } from "./section-states.ts";

export type Refreshed = {
  record: CheckRecord;
  authorization: Authorization;
  /** Of the sections that were fetched. */
  outcomes: Outcomes;
  /** Due sections that were not fetched, because there was no access token. */
  withheld: Refreshable[];
};

/** Refreshes a character for its owner. */
export async function refreshOwnCharacter(
  context: Context,
  actor: UserActor,
  characterId: number,
): Promise<RefreshResult> {
  const state = await findRefreshState(context, characterId, new Date());
  if (state.character?.userId !== actor.userId) {
    throw new ApiError("forbidden", "Only its owner can refresh a character.");
  }
  const { record, authorization, outcomes, withheld } = await refresh(context, characterId, state);
  const fetched = Object.values(outcomes);
  const isNothingDue = fetched.length === 0 && withheld.length === 0;
  return {
    success: isNothingDue || fetched.some(({ state }) => state !== "failed"),
    sections: sectionStates(record, authorization, "owner", Date.now()),
  };
}

/** Fetches every section that is due and that the character's authorization covers. */
export async function refreshCharacter(context: Context, characterId: number): Promise<Refreshed> {
  const state = await findRefreshState(context, characterId, new Date());
  return refresh(context, characterId, state);
}

/** Fetches the sheet of a character that has just signed in. If it fails, the next refresh tries again. */
export async function refreshAfterSignIn(context: Context, characterId: number) {
  try {
    await refreshCharacter(context, characterId);
  } catch (error) {
    logError(context.requestId, error);
  }
}

/** The part that needs no authorization; also of a character that is not in the database yet. */
export async function refreshPublicSheet(context: Context, characterId: number) {
  const state = await findRefreshState(context, characterId, new Date());
  const anonymous = state.character && { ...state.character, scopes: null };
  return refresh(context, characterId, { ...state, character: anonymous });
}

async function refresh(
  context: Context,
  characterId: number,
  state: RefreshState,
): Promise<Refreshed> {
  const now = Date.now();
  const record = state.character?.record ?? { checks: {} };
  const authorization: Authorization = {
    tokenState: state.character?.tokenState ?? "revoked",
    scopes: state.character?.scopes ?? [],
  };
  const due = dueSections(record, authorization.scopes, now);
  const needsToken = due.filter((section) => scopeOf(section) !== undefined);
  const grant =
    needsToken.length === 0 ? undefined : await openGrant(context, characterId, authorization);
  const withheld = grant === undefined ? needsToken : [];
  const sections = due.filter((section) => !withheld.includes(section));
  if (sections.length === 0) return { record, authorization, outcomes: {}, withheld };

  const esi = openEsi(context.config, { priority: "interactive", cooldowns: state.cooldowns });
  const outcomes = await fetchSections(esi, { characterId, grant, sections, record, state });
  const fetched = { characterId, grant, record, state, outcomes };
  const saved = await saveSections(context, esi, fetched);
  return { record: saved, authorization, outcomes, withheld };
}

function dueSections(record: CheckRecord, scopes: string[], now: number): Refreshable[] {
  return REFRESHABLES.filter((section) => {
    const scope = scopeOf(section);
    return (scope === undefined || scopes.includes(scope)) && isDue(record.checks[section], now);
  });
}

/** An access token, or undefined. Updates `authorization` with what the token service says. */
async function openGrant(
  context: Context,
  characterId: number,
  authorization: Authorization,
): Promise<EsiGrant | undefined> {
  if (authorization.tokenState === "revoked") return undefined;
  const token = await getAccessToken(context, characterId);
  authorization.tokenState = token.state;
  if (token.state !== "ok") return undefined;
  authorization.scopes = token.scopes;
  return { characterId, accessToken: token.accessToken, scopes: token.scopes };
}
