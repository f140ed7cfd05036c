import { boundToCharacter } from "#worker/auth/tokens/encrypted-tokens.ts";
import { EveSsoError, refreshEveGrant } from "#worker/auth/tokens/eve-sso.ts";
import type { EveApplication } from "#worker/auth/tokens/eve-sso.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";
import type { Keyring } from "#worker/ground/crypto.ts";
import type { MovedGrant } from "#worker/ops/move-in/plan/community.ts";
import { readClaims } from "#worker/ops/move-in/plan/grants.ts";
import type { MovePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { PlannedPerson } from "#worker/ops/move-in/plan/people.ts";

/** Tokens that are tried, each of another user. */
const TRIED_TOKENS = 5;

/** `sold`: the token is valid, and EVE names another owner than the export. */
type Outcome = "valid" | "sold" | "refused" | "unavailable";

/**
 * Refreshes a few tokens at EVE before anything is written. EVE may replace a refresh token with each use, so the plan that this
 * returns has the new ones, and the users of these tokens come first: the next batch saves them. Throws if EVE accepts none.
 */
export async function tryTokens(
  plan: MovePlan,
  application: EveApplication,
  keyring: Keyring,
): Promise<{ plan: MovePlan; outcomes: Outcome[] }> {
  const tried: PlannedPerson[] = [];
  const outcomes: Outcome[] = [];
  for (const { user, character, grant } of sampleOf(plan)) {
    const trial = await tryGrant(grant, application, keyring);
    outcomes.push(trial.outcome);
    tried.push({
      ...user,
      characters: user.characters.map((own) =>
        own === character ? { ...own, grant: trial.grant } : own,
      ),
    });
  }
  requireAccepted(outcomes, application);
  const ids = new Set(tried.map(({ id }) => id));
  return {
    plan: { ...plan, users: [...tried, ...plan.users.filter(({ id }) => !ids.has(id))] },
    outcomes,
  };
}

/** One character of each of a few users, from the first to the last. */
function sampleOf({ users }: MovePlan) {
  const candidates = users.flatMap((user) => {
    const character = user.characters.find(({ grant }) => grant !== undefined);
    return character?.grant === undefined ? [] : [{ user, character, grant: character.grant }];
  });
  const count = Math.min(TRIED_TOKENS, candidates.length);
  return Array.from(
    { length: count },
    (_, nth) => candidates.slice(Math.floor((nth * candidates.length) / count))[0],
  ).filter((tried) => tried !== undefined);
}

async function tryGrant(
  grant: MovedGrant,
  application: EveApplication,
  keyring: Keyring,
): Promise<{ outcome: Outcome; grant: MovedGrant }> {
  const binding = boundToCharacter(grant.characterId);
  try {
    const current = await decrypt(keyring, grant.refreshToken, binding);
    const { accessToken, refreshToken } = await refreshEveGrant(application, current);
    return {
      outcome: readClaims(accessToken)?.ownerHash === grant.ownerHash ? "valid" : "sold",
      grant: { ...grant, refreshToken: await encrypt(keyring, refreshToken, binding) },
    };
  } catch (error) {
    if (!(error instanceof EveSsoError)) throw error;
    if (error.reason === "misconfigured") {
      throw new Error(
        `EVE does not accept EVE_CLIENT_SECRET for the application ${application.EVE_CLIENT_ID}. Nothing was written.`,
        { cause: error },
      );
    }
    return { outcome: error.reason, grant };
  }
}

/** Nothing is lost when this throws: EVE has replaced no token. */
function requireAccepted(outcomes: Outcome[], { EVE_CLIENT_ID }: EveApplication) {
  if (
    outcomes.length === 0 ||
    outcomes.some((outcome) => outcome === "valid" || outcome === "sold")
  )
    return;
  throw new Error(
    outcomes.includes("refused")
      ? `EVE accepts none of the ${outcomes.length} tokens of the application ${EVE_CLIENT_ID} that were tried. Nothing was written. Is this the old system's last export? If its tokens are lost, add --no-trial: its pilots then authorize their characters again.`
      : "EVE did not answer, so no token could be tried. Nothing was written. Run this again later.",
  );
}

/** For the person at the terminal. */
export function outcomesInWords(outcomes: Outcome[]): string {
  const count = (outcome: Outcome) => outcomes.filter((found) => found === outcome).length;
  const parts = [
    `${count("valid")} valid`,
    ...(count("sold") ? [`${count("sold")} of a character that was sold`] : []),
    ...(count("refused") ? [`${count("refused")} refused`] : []),
    ...(count("unavailable") ? [`${count("unavailable")} without an answer`] : []),
  ];
  return `Tokens tried at EVE: ${outcomes.length}. ${parts.join(", ")}.`;
}
