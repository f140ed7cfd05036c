import type { RefreshResult } from "#shared/characters.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { askSections } from "./ask-sections.ts";
import type { Outcomes } from "./ask-sections.ts";
import { keepOutcomes } from "./keep-outcomes.ts";
import { findRefreshState } from "./refresh-store.ts";
import type { RefreshState } from "./refresh-store.ts";
import { PLAIN_SECTIONS, scopeOf } from "./section-sources.ts";
import type { Asked } from "./section-sources.ts";
import { isDue, sectionStates } from "./section-states.ts";
import type { Authorization } from "./section-states.ts";

export type Refreshed = {
  record: CheckRecord;
  authorization: Authorization;
  /** Of what was asked. */
  outcomes: Outcomes;
  /** Due sections that were not asked for, since the access token could not be had. */
  withheld: Asked[];
};

/** Carries out its owner's wish for newer data. */
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
  const asked = [...outcomes.values()];
  const isEmpty = asked.length === 0 && withheld.length === 0;
  return {
    success: isEmpty || asked.some(({ state }) => state !== "failed"),
    sections: sectionStates(record, authorization, "owner", Date.now()),
  };
}

/** Asks EVE for every section that is due and that the character's authorization covers. */
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

/** The part that needs no authorization; also of a character that nobody here has met. */
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
  const needsToken = due.filter((one) => scopeOf(one) !== undefined);
  const grant =
    needsToken.length === 0 ? undefined : await openGrant(context, characterId, authorization);
  const withheld = grant === undefined ? needsToken : [];
  const asked = due.filter((one) => !withheld.includes(one));
  if (asked.length === 0) return { record, authorization, outcomes: new Map(), withheld };

  const esi = openEsi(context.config, { priority: "interactive", closures: state.closures });
  const outcomes = await askSections(esi, { characterId, grant, asked, record, state });
  const kept = await keepOutcomes(context, esi, { characterId, grant, record, state, outcomes });
  return { record: kept, authorization, outcomes, withheld };
}

function dueSections(record: CheckRecord, scopes: string[], now: number): Asked[] {
  const covered = [...PLAIN_SECTIONS, "assets" as const].filter((section) => {
    const scope = scopeOf(section);
    return scope === undefined || scopes.includes(scope);
  });
  return [...covered, "affiliation" as const].filter((one) => isDue(record.checks[one], now));
}

/** An access token, or undefined; what was learned of the authorization is noted in it. */
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
