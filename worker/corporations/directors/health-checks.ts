import type { SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { recordEvent } from "#worker/audit/record.ts";
import { findGrant } from "#worker/auth/tokens/access-tokens.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { getRoles, postAffiliation } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { limitConcurrency } from "#worker/esi/cooldowns.ts";
import type { Priority } from "#worker/esi/cooldowns.ts";
import { EsiError } from "#worker/esi/error.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import { continueJob } from "#worker/work/job-runs.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { judgeRoles } from "./requirements.ts";
import { afterCheck, directorProblemOf } from "./rotation.ts";
import type { CheckVerdict } from "./rotation.ts";
import {
  insertMarks,
  isAwaitingCheck,
  isNewlyFound,
  selectDirectors,
  updateChecked,
} from "./store.ts";
import type { CheckedDirector, DirectorRow } from "./store.ts";

/** Six directors at most: of 45 subrequests, six a director, if a token has to be refreshed, and nine for all with retries. */
const MAX_CALLS = 10;
/** EVE's sign-in answers with errors to more than five refreshes at once. */
const PARALLEL_CHECKS = 4;

type Roles = Pick<DirectorRow, "roles" | "rolesEtag" | "rolesExpireAt">;
type Outcome = { verdict: CheckVerdict; roles: Roles };
export type DirectorCheck = Outcome & { director: DirectorRow };

/** Directors, and what is needed to call EVE about them: one round trip. */
export async function loadDirectors(
  { db, config }: Context,
  where: SQL | undefined,
  limit?: number,
) {
  const beganAt = Date.now();
  const [directors, cooldowns] = await runBatch(db, [
    selectDirectors(where, limit),
    selectCooldowns(config, new Date()),
  ]);
  return { directors, cooldowns, beganAt };
}

/**
 * Checks whether these directors can be used: the authorization works and covers director access, the character is in
 * the corporation and has the roles. At most six calls for each, and one for all. `statements` save the outcome, unless a check that began later
 * has: then the player may have signed in again between the two.
 */
export async function checkDirectors(
  context: Context,
  { directors, cooldowns, beganAt }: Awaited<ReturnType<typeof loadDirectors>>,
  priority: Priority,
) {
  const { config } = context;
  const esi = openEsi(config, { priority, cooldowns, maxCalls: MAX_CALLS });
  const checks = await callEve(context, esi, directors);
  const now = Date.now();
  const checked = checks.map((check) => applyCheck(check, now));
  const statements = [
    ...checks.flatMap((check, index) =>
      recordChange(context, check, checked[index]?.isHealthy ?? false, beganAt),
    ),
    updateChecked(checked, beganAt),
    ...upsertCooldowns(config, esi.newCooldowns()),
  ];
  return { checks, statements };
}

function applyCheck({ director, verdict, roles }: DirectorCheck, now: number): CheckedDirector {
  const isKnown = verdict.state !== "unknown";
  const checkedAt = isKnown ? now : (director.checkedAt?.getTime() ?? null);
  return {
    id: director.id,
    ...afterCheck(director, verdict),
    problem: isKnown ? problemIn(verdict) : director.problem,
    roles: roles.roles,
    rolesEtag: roles.rolesEtag,
    rolesExpireAt: roles.rolesExpireAt?.getTime() ?? null,
    checkedAt,
  };
}

function problemIn(verdict: CheckVerdict) {
  return verdict.state === "failed" ? verdict.problem : null;
}

function recordChange(
  context: Context,
  { director, verdict }: DirectorCheck,
  isHealthy: boolean,
  beganAt: number,
) {
  if (isHealthy === director.isHealthy) return [];
  const { corporationId, characterId } = director;
  const event = recordEvent(
    context,
    {
      kind: isHealthy ? "director_healthy" : "director_unhealthy",
      corporationId,
      actor: "job",
      characterId,
      ...(verdict.state === "failed" && { detail: { problem: verdict.problem } }),
    },
    isNewlyFound(director, beganAt),
  );
  return [event.statement];
}

// ── Calls of EVE ──────────────────────────────────────────────────────────────────────────────

function callEve(context: Context, esi: Esi, directors: DirectorRow[]): Promise<DirectorCheck[]> {
  const inSlot = limitConcurrency(PARALLEL_CHECKS);
  const corporationOf = openAffiliations(
    esi,
    directors.map(({ characterId }) => characterId),
  );
  return Promise.all(
    directors.map((director) =>
      inSlot(async () => ({
        director,
        ...(await checkOne(context, esi, director, corporationOf)),
      })),
    ),
  );
}

type CorporationOf = (characterId: number) => Promise<number | undefined>;

async function checkOne(
  context: Context,
  esi: Esi,
  director: DirectorRow,
  corporationOf: CorporationOf,
): Promise<Outcome> {
  const { characterId, corporationId } = director;
  const failed = (
    problem: "token_revoked" | "missing_scope" | "not_in_corporation" | "missing_role",
    { roles = director, isFinal = false }: { roles?: Roles; isFinal?: boolean } = {},
  ): Outcome => ({ verdict: { state: "failed", problem, isFinal }, roles });
  try {
    const token = await findGrant(context, characterId, director.scopes ?? []);
    if (token.state === "unknown") return { verdict: { state: "unknown" }, roles: director };
    if (token.state === "revoked") return failed("token_revoked", { isFinal: true });
    const { grant } = token;
    if (!coversDirectorAccess(grant.scopes)) return failed("missing_scope");
    if ((await corporationOf(characterId)) !== corporationId) return failed("not_in_corporation");
    const roles = await fetchRoles(esi, grant, director);
    return judgeRoles(roles.roles).hasAccess
      ? { verdict: { state: "passed" }, roles }
      : failed("missing_role", { roles });
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const problem = directorProblemOf(error.reason);
    return problem === undefined
      ? { verdict: { state: "unknown" }, roles: director }
      : failed(problem);
  }
}

/** ESI caches roles for an hour, and must not be called again earlier. */
async function fetchRoles(esi: Esi, grant: EsiGrant, known: Roles): Promise<Roles> {
  if (known.rolesExpireAt !== null && known.rolesExpireAt.getTime() > Date.now()) return known;
  const answer = await esi.request(getRoles, {
    params: { character_id: grant.characterId },
    grant,
    etag: known.rolesEtag,
  });
  return {
    roles: answer.state === "changed" ? answer.data.roles : known.roles,
    rolesEtag: answer.etag,
    rolesExpireAt: answer.expiresAt,
  };
}

/** The corporations of all these characters, in one call that is made when the first of them is needed. */
function openAffiliations(esi: Esi, characterIds: number[]): CorporationOf {
  let corporations: Promise<Map<number, number>> | undefined;
  return async (characterId) => {
    corporations ??= load();
    return (await corporations).get(characterId);
  };

  async function load() {
    const body = [...new Set(characterIds)];
    const answer = await esi.request(postAffiliation, { params: {}, body });
    const rows = answer.state === "changed" ? answer.data.filter((row) => row !== undefined) : [];
    return new Map(rows.map((row) => [row.character_id, row.corporation_id]));
  }
}

/** One check of all directors of a corporation, or of all corporations. `round` is when it began. */
const roundSchema = z.object({ round: z.int(), corporationId: z.nullable(z.int()) });
type Round = z.infer<typeof roundSchema>;

/** Continues a round. Unlike a cron's job, it is retried when it fails: the rest of the round would be lost. */
export const healthRounds = defineWork({
  kind: "check-directors",
  message: roundSchema,
  isSlow: true,
  async slice(context, round) {
    const check = () => checkSlice(context, round);
    const { hasMore } = await continueJob(context, "director-health", check);
    return hasMore;
  },
});

/** Begins a round of all corporations; the queue continues it. Returns how many directors were checked. */
export async function startHealthRound(context: Context): Promise<number> {
  const round = { round: Date.now(), corporationId: null };
  const { checked, hasMore } = await checkSlice(context, round);
  if (hasMore) await enqueue(context, [healthRounds.message(round)]);
  return checked;
}

/**
 * Checks as many directors of the round as one invocation can. Returns how many, and whether more are left. May be repeated:
 * each director is checked once a round.
 */
export async function checkSlice(
  context: Context,
  { round, corporationId }: Round,
): Promise<{ checked: number; hasMore: boolean }> {
  const isAwaiting = isAwaitingCheck(round, corporationId);
  const limit = BUDGETS[context.config.PLAN].directorChecks;
  const loaded = await loadDirectors(context, isAwaiting, limit + 1);
  const directors = loaded.directors.slice(0, limit);
  if (directors.length === 0) return { checked: 0, hasMore: false };
  const { statements } = await checkDirectors(context, { ...loaded, directors }, "background");
  const corporationIds = [...new Set(directors.map((director) => director.corporationId))];
  await runBatch(context.db, [...statements, insertMarks(round, corporationIds)]);
  return { checked: directors.length, hasMore: loaded.directors.length > directors.length };
}
