import * as z from "zod/mini";
import type { RefreshResult, Section } from "#shared/characters.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { getAccessToken, hasUntried, trySpares } from "#worker/auth/tokens/access-tokens.ts";
import type { TokenRequest } from "#worker/auth/tokens/access-tokens.ts";
import { run } from "#worker/db/batch.ts";
import { withFirstRead } from "#worker/db/first-read.ts";
import type { CheckRecord, EvidenceSection } from "#worker/db/schema/characters.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { isNpcCorporation } from "#worker/universe/names.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { fetchSections } from "./fetch-sections.ts";
import type { SectionOutcome, Outcomes } from "./fetch-sections.ts";
import {
  deleteRefreshLease,
  takeRefreshLease,
  waitForRefresh,
  findRefreshState,
} from "./refresh-store.ts";
import type { RefreshState } from "./refresh-store.ts";
import { saveSections } from "./save-sections.ts";
import {
  EVIDENCE_SECTIONS,
  isEvidence,
  REFRESHABLES,
  scopeOf,
  SECTIONS,
} from "./section-sources.ts";
import type { Refreshable } from "./section-sources.ts";
import { isDue, sectionStates } from "./section-states.ts";
import type { GrantState } from "./section-states.ts";

export type Refreshed = {
  record: CheckRecord;
  authorization: GrantState;
  /** How the fetch of each section ended. */
  outcomes: Outcomes;
  /** Due sections that were not fetched, because there was no access token. */
  withheld: Refreshable[];
  /** Due sections that this invocation could not afford: the next refresh fetches them. */
  postponed: Refreshable[];
};

/** Estimated processor time for an access token that EVE issues during the invocation. */
const NEW_TOKEN_MS = 2;

/** Another invocation is refreshing the character. */
class RefreshBusy extends Error {}

/** Refreshes a character for its owner. Waits for a refresh in another invocation. */
export async function refreshOwnCharacter(
  context: Context,
  actor: UserActor,
  characterId: number,
): Promise<RefreshResult> {
  const { record, authorization, outcomes, withheld, postponed } = await refreshCharacter(
    context,
    characterId,
    ({ character }) => {
      if (character?.userId === actor.userId) return;
      throw new ApiError("only_owner_refreshes");
    },
  );
  const fetched = Object.values(outcomes);
  const isNothingDue = fetched.length === 0 && withheld.length === 0;
  return {
    success: isNothingDue || fetched.some(({ state }) => state !== "failed"),
    ...resultsOf(outcomes, withheld),
    hasMore: postponed.length > 0 || hasAssetsLeft(outcomes),
    sections: sectionStates(record, authorization, "owner", Date.now()),
  };
}

function resultsOf(outcomes: Outcomes, withheld: Refreshable[]) {
  const updated: Section[] = [];
  const failed = withheld.filter((section) => section !== "affiliation" && !isEvidence(section));
  for (const section of SECTIONS) {
    const outcome = outcomes[section];
    if (outcome?.state === "failed") failed.push(section);
    else if (outcome !== undefined && isUpdate(outcome)) updated.push(section);
  }
  return { updated, failed };
}

function hasAssetsLeft({ assets }: Outcomes): boolean {
  return assets?.state === "assets" && assets.slice.state === "in_progress";
}

/** Assets are an update once the last of their pages has been read. */
function isUpdate(outcome: SectionOutcome): boolean {
  if (outcome.state !== "assets") return outcome.state === "changed";
  return outcome.slice.state === "complete" && outcome.slice.changed.length > 0;
}

/**
 * Fetches every section that is due and that the character's authorization covers. If another invocation is refreshing the
 * character, waits for it and then fetches the sections that are still due. `check` throws to refuse.
 */
export async function refreshCharacter(
  context: Context,
  characterId: number,
  check: (state: RefreshState) => void | Promise<void> = () => {},
): Promise<Refreshed> {
  const before = await findRefreshState(context, characterId, new Date());
  await check(before);
  try {
    return await refresh(context, characterId, before);
  } catch (error) {
    if (!(error instanceof RefreshBusy)) throw error;
  }
  await waitForRefresh(context.db, characterId);
  const state = await findRefreshState(context, characterId, new Date());
  await check(state);
  try {
    return await refresh(context, characterId, state);
  } catch (error) {
    if (!(error instanceof RefreshBusy)) throw error;
    return { ...startOf(state), outcomes: {}, withheld: [], postponed: [] };
  }
}

/** Fetches the sheet of a character that has signed in. */
export const sheetRefresh = defineWork({
  kind: "refresh",
  message: z.object({ characterId: z.int() }),
  slice: (context, { characterId }) => refreshInBackground(context, characterId),
});

/** Fetches the sheet of a character that has just signed in, or leaves it to an invocation of its own. */
export async function refreshAfterSignIn(context: Context, characterId: number) {
  const worksHere = BUDGETS[context.config.PLAN].worksBehindResponses;
  if (worksHere && !(await refreshInBackground(context, characterId))) return;
  try {
    if (!worksHere && !(await hasDue(context, characterId))) return;
    await enqueue(context, [sheetRefresh.message({ characterId })]);
  } catch (error) {
    logError(context.requestId, error);
  }
}

async function hasDue(context: Context, characterId: number): Promise<boolean> {
  const state = await findRefreshState(context, characterId, new Date());
  if (hasUntried(state.character?.spares)) return true;
  const { record, authorization } = startOf(state);
  return dueSections(state, record, authorization.scopes, Date.now()).length > 0;
}

/**
 * Fetches the sheet of a character, after EVE was asked about the grants that a sign-in has set aside; returns whether there is
 * more. If it fails, the next refresh tries again.
 */
async function refreshInBackground(context: Context, characterId: number): Promise<boolean> {
  try {
    const { postponed } = await refreshCharacter(context, characterId, async ({ character }) => {
      if (hasUntried(character?.spares)) await trySpares(context, characterId);
    });
    return postponed.length > 0;
  } catch (error) {
    logError(context.requestId, error);
    return false;
  }
}

/**
 * Fetches what needs no authorization; also of a character that is not in the database yet. Returns undefined if another
 * invocation is refreshing the character.
 */
export async function refreshPublicSheet(
  context: Context,
  characterId: number,
): Promise<Refreshed | undefined> {
  const state = await findRefreshState(context, characterId, new Date());
  const anonymous = state.character && { ...state.character, scopes: null };
  return unlessBusy(refresh(context, characterId, { ...state, character: anonymous }));
}

/**
 * Fetches the sections that rules need and a history that was not read yet, as far as the character's authorization covers them, and asks EVE whether it is still
 * valid if a rule needs that. Returns undefined if another invocation is refreshing the character.
 */
export async function refreshEvidence(
  context: Context,
  characterId: number,
): Promise<Refreshed | undefined> {
  const state = await findRefreshState(context, characterId, new Date());
  const sections = new Set<Refreshable>(state.neededSections);
  if (state.lacksHistory) sections.add("corporationHistory");
  if (EVIDENCE_SECTIONS.some((section) => lacksCorporation(state, section)))
    sections.add("affiliation");
  const options = { priority: "background", sections: [...sections] } as const;
  const refreshed = await unlessBusy(refresh(context, characterId, state, options));
  if (refreshed !== undefined && state.needsAuthorization) {
    // Access tokens expire after twenty minutes, so that EVE is asked for another one.
    await openGrant(context, characterId, refreshed.authorization);
  }
  return refreshed;
}

/** Whether EVE has not told the corporation while the roles or titles were as they are. */
function lacksCorporation({ character }: RefreshState, section: EvidenceSection): boolean {
  const held = character?.record?.checks[section];
  return held?.since !== undefined && held.toldBy === undefined;
}

async function unlessBusy(refreshing: Promise<Refreshed>): Promise<Refreshed | undefined> {
  try {
    return await refreshing;
  } catch (error) {
    if (error instanceof RefreshBusy) return undefined;
    throw error;
  }
}

function startOf({ character }: RefreshState): Pick<Refreshed, "record" | "authorization"> {
  return {
    record: character?.record ?? { checks: {} },
    authorization: {
      tokenState: character?.tokenState ?? "revoked",
      scopes: character?.scopes ?? [],
    },
  };
}

type RefreshOptions = {
  priority?: "interactive" | "background";
  /** All, unless given. */
  sections?: readonly Refreshable[];
};

/**
 * Throws `RefreshBusy` if another invocation has the lease. Takes the lease before any call to EVE, and in the same round
 * trip as the first read of the token, if there is one.
 */
async function refresh(
  context: Context,
  characterId: number,
  state: RefreshState,
  { priority = "interactive", sections: wanted = REFRESHABLES }: RefreshOptions = {},
): Promise<Refreshed> {
  const now = Date.now();
  const { record, authorization } = startOf(state);
  const due = dueSections(state, record, authorization.scopes, now).filter((section) =>
    wanted.includes(section),
  );
  const needsToken = due.filter((section) => scopeOf(section) !== undefined);
  const canAskToken = authorization.tokenState !== "revoked";
  const isNothingDue = due.length === (canAskToken ? 0 : needsToken.length);
  if (isNothingDue) {
    return { record, authorization, outcomes: {}, withheld: needsToken, postponed: [] };
  }

  const lease = takeRefreshLease(characterId, record, now);
  const { db, ensureRead } = withFirstRead(context.db, lease, ([taken]) => {
    if (taken === undefined) throw new RefreshBusy();
  });
  const { grant, spentMs = 0 } =
    needsToken.length > 0 && canAskToken
      ? await openGrant({ ...context, db }, characterId, authorization, needsToken.map(scopeOf))
      : {};
  await ensureRead();
  const withheld = grant === undefined ? needsToken : [];
  const fetchable = due.filter((section) => !withheld.includes(section));
  if (fetchable.length === 0) {
    await run(context.db, deleteRefreshLease(characterId));
    return { record, authorization, outcomes: {}, withheld, postponed: [] };
  }

  const { cooldowns } = state;
  const esi = openEsi(context.config, { priority, cooldowns, spentMs });
  const { sections, postponed } = split(fetchable, record, Math.max(1, esi.affordedCalls()));
  const postponesAssets = sections.length > 1 && esi.affordedCalls() <= sections.length;
  const request = { characterId, grant, sections, postponesAssets, record, state };
  const outcomes = await fetchSections(esi, request);
  const isLast = postponed.length === 0 && !hasAssetsLeft(outcomes);
  const fetched = { characterId, grant, record, state, outcomes, isLast };
  const saved = await saveSections(context, esi, fetched);
  return { record: saved, authorization, outcomes, withheld, postponed };
}

/**
 * As many sections as this invocation can afford, those first that have been due for longest. Assets come last, because they
 * take the most.
 */
function split(fetchable: Refreshable[], { checks }: CheckRecord, limit: number) {
  const dueAt = (section: Refreshable) => checks[section]?.dueAt ?? 0;
  const others = fetchable.filter((section) => section !== "assets");
  if (others.length <= limit) return { sections: fetchable, postponed: [] };
  const oldestFirst = others.toSorted((a, b) => dueAt(a) - dueAt(b));
  const assets = fetchable.filter((section) => section === "assets");
  return {
    sections: [...oldestFirst.slice(0, limit), ...assets],
    postponed: oldestFirst.slice(limit),
  };
}

function dueSections(
  { character, neededSections }: RefreshState,
  record: CheckRecord,
  scopes: string[],
  now: number,
): Refreshable[] {
  const corporationId = character?.corporationId ?? null;
  const isNpc = corporationId !== null && isNpcCorporation(corporationId);
  return REFRESHABLES.filter((section) => {
    if (isEvidence(section) && (isNpc || !neededSections.includes(section))) return false;
    const scope = scopeOf(section);
    return (scope === undefined || scopes.includes(scope)) && isDue(record.checks[section], now);
  });
}

/** An access token, or undefined. Updates `authorization` with what the token service says. */
async function openGrant(
  context: Context,
  characterId: number,
  authorization: GrantState,
  wanted: (string | undefined)[] = [],
): Promise<{ grant?: EsiGrant; spentMs?: number }> {
  const ask = async (request: TokenRequest) => {
    const token = await getAccessToken(context, characterId, request);
    authorization.tokenState = token.state;
    return token;
  };
  const token = await ask({ scopes: wanted.filter((scope) => scope !== undefined) });
  if (token.state !== "ok") return {};
  const { accessToken, scopes, covers, isNew } = token;
  authorization.scopes = scopes;
  const grant = { characterId, accessToken, scopes, covers, renew: ask };
  return { grant, spentMs: isNew ? NEW_TOKEN_MS : 0 };
}
