import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import type { Context } from "#worker/env.ts";
import { getRoles, postAffiliation } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { openSlots } from "#worker/esi/slots.ts";
import { missingDirectorScopes } from "./present-director.ts";
import type { DirectorRow } from "./store.ts";
import { judgeRoles } from "./requirements.ts";
import { problemOf } from "./rotation.ts";
import type { CheckVerdict } from "./rotation.ts";

/** EVE's sign-in answers with errors to more than five refreshes at once. */
const PARALLEL_CHECKS = 4;

export type Roles = Pick<DirectorRow, "rolesEtag" | "rolesExpireAt"> & { roles: string[] };
export type Check = { director: DirectorRow; verdict: CheckVerdict; known: Roles };

/**
 * Asks EVE whether these directors can be used: the authorization works and covers everything, the character is in
 * the corporation and has the roles. At most six calls of ours for each, and one for all.
 */
export function checkDirectors(context: Context, esi: Esi, directors: DirectorRow[]) {
  const inSlot = openSlots(PARALLEL_CHECKS);
  const membership = openMembership(
    esi,
    directors.map(({ characterId }) => characterId),
  );
  return Promise.all(
    directors.map((director) =>
      inSlot(async (): Promise<Check> => {
        const { rolesEtag, rolesExpireAt } = director;
        const roles = JSON.parse(director.roles) as string[];
        const known: Roles = { roles, rolesEtag, rolesExpireAt };
        try {
          return { director, ...(await check(context, esi, director, known, membership)) };
        } catch (error) {
          if (!(error instanceof EsiError)) throw error;
          const problem = problemOf(error.reason);
          const verdict: CheckVerdict =
            problem === undefined
              ? { state: "unknown" }
              : { state: "failed", problem, isFinal: false };
          return { director, verdict, known };
        }
      }),
    ),
  );
}

type Membership = (characterId: number) => Promise<number | undefined>;

async function check(
  context: Context,
  esi: Esi,
  director: DirectorRow,
  known: Roles,
  membership: Membership,
): Promise<{ verdict: CheckVerdict; known: Roles }> {
  const { characterId, corporationId } = director;
  const token = await getAccessToken(context, characterId);
  if (token.state === "unknown") return { verdict: { state: "unknown" }, known };
  if (token.state === "revoked") return failed("token_revoked", known, true);
  if (missingDirectorScopes(token.scopes).length > 0) return failed("missing_scope", known);
  if ((await membership(characterId)) !== corporationId) {
    return failed("not_in_corporation", known);
  }
  const { accessToken, scopes } = token;
  const now = await askRoles(esi, { characterId, accessToken, scopes }, known);
  return judgeRoles(now.roles).hasAccess
    ? { verdict: { state: "passed" }, known: now }
    : failed("missing_role", now);
}

function failed(
  problem: "token_revoked" | "missing_scope" | "not_in_corporation" | "missing_role",
  known: Roles,
  isFinal = false,
) {
  return { verdict: { state: "failed", problem, isFinal } as const, known };
}

/** ESI keeps roles for an hour, and may not be asked earlier. */
async function askRoles(esi: Esi, grant: EsiGrant, known: Roles): Promise<Roles> {
  if (known.rolesExpireAt !== null && known.rolesExpireAt > Date.now()) return known;
  const answer = await esi.request(getRoles, {
    params: { character_id: grant.characterId },
    grant,
    etag: known.rolesEtag,
  });
  return {
    roles: answer.state === "changed" ? answer.data.roles : known.roles,
    rolesEtag: answer.etag,
    rolesExpireAt: answer.expiresAt?.getTime() ?? null,
  };
}

/** The corporations of all, asked for in one call, by the first who wants to know. */
function openMembership(esi: Esi, characterIds: number[]): Membership {
  let answer: Promise<Map<number, number>> | undefined;
  return async (characterId) => {
    answer ??= ask();
    return (await answer).get(characterId);
  };

  async function ask() {
    const body = [...new Set(characterIds)];
    const asked = await esi.request(postAffiliation, { params: {}, body });
    const rows = asked.state === "changed" ? asked.data : [];
    return new Map(rows.map((row) => [row.character_id, row.corporation_id]));
  }
}
