import { and, eq, exists, gt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { once } from "#shared/once.ts";
import { guard } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import { sessions, users } from "#worker/db/schema/accounts.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { UserActor } from "./actor.ts";
import type { Context } from "hono";
import { sha256 } from "#worker/ground/crypto.ts";
import { clearHostCookie, readHostCookie, setHostCookie } from "#worker/http/host-cookies.ts";

/** Shows that the session's last sign-in at EVE happened in this browser. Scripts cannot read it, unlike the session's token. */
export const PROOF_COOKIE = "muster-proof";

/** How long a sign-in at EVE proves who uses the session, for an act. */
export const PROOF_TTL_SECONDS = 10 * 60;
/** The same, for what is read again and again in an evening (docs/decisions/0120). */
export const READING_PROOF_SECONDS = 12 * 60 * 60;

export function setProofCookie(c: Context, token: string) {
  setHostCookie(c, PROOF_COOKIE, token, READING_PROOF_SECONDS, "Strict");
}

/** SHA-256 of this browser's proof cookie. */
export async function findProofHash(c: Context): Promise<string | undefined> {
  const token = readHostCookie(c, PROOF_COOKIE);
  return token ? sha256(token) : undefined;
}

export function clearProofCookie(c: Context) {
  clearHostCookie(c, PROOF_COOKIE);
}

const FRESH_PROOF_REQUIRED: Refusal = {
  name: "fresh-proof",
  error: () => new ApiError("fresh_proof_required"),
};

/**
 * A statement that undoes its batch, with 403 `fresh_proof_required`, unless the actor's browser has signed in at EVE as
 * the present main within the last ten minutes, and shows it by its proof cookie. It comes first in the batch of every write that could take an account from
 * its owner, because a stolen session alone must not be enough. The proof is compared with the main when the statement runs,
 * so a proof of a former main is not accepted. `happens` is an SQL condition: where it is false, the write changes nothing
 * and needs no proof, and the caller refuses it for its own reason.
 */
export function requireFreshProof(actor: UserActor, happens: SQL = sql`true`): Statement {
  return guard(sql`${hasFreshProof(actor)} or not (${happens})`, FRESH_PROOF_REQUIRED);
}

/**
 * The same for an act that may give others what outlives the session (`worker/access/gives-beyond.ts`). Programs and clicks at
 * Discord have no session that could be stolen.
 */
export function requireProofToGive(actor: UserActor, happens: SQL): Statement[] {
  return actor.sessionId === "" ? [] : [requireFreshProof(actor, happens)];
}

const SESSION_ENDED: Refusal = {
  name: "session-ended",
  error: () => new ApiError("session_ended_meanwhile"),
};

/**
 * A statement that undoes its batch unless the session still exists. For what outlives a session and is written long after the
 * request began: the end of the session must not come between.
 */
export function requireOpenSession(sessionId: string): Statement {
  return guard(existsIn(sessions, eq(sessions.id, sessionId)), SESSION_ENDED);
}

/** SQL condition: the actor's browser has signed in at EVE as the present main within the last ten minutes, or so many seconds. */
export function hasFreshProof(actor: UserActor, seconds = PROOF_TTL_SECONDS): SQL {
  return hasProofWhere(isFresh(actor, seconds));
}

function hasProofWhere(isFresh: SQL | undefined): SQL {
  const proven = orm
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(
      users,
      and(eq(users.id, sessions.userId), eq(users.mainCharacterId, sessions.provenCharacterId)),
    )
    .where(isFresh);
  return exists(proven);
}

const isSame = and(
  eq(sessions.id, sql.placeholder("sessionId")),
  eq(sessions.proofHash, sql.placeholder("proofHash")),
  gt(sessions.provenAt, sql.placeholder("provenSince")),
);

/** The same for a statement that is built once, with `proofValues`. */
export const hasFreshProofOf = once(() => hasProofWhere(isSame));

export function proofValues({ sessionId, proofHash = null }: ProofOf, seconds: number) {
  return { sessionId, proofHash, provenSince: Date.now() - seconds * 1000 };
}

type ProofOf = { sessionId: string; proofHash?: string | null };

/** SQL condition: the actor's browser has signed in at EVE as this character within the last ten minutes. */
export function hasProven(actor: UserActor, characterId: number): SQL {
  return existsIn(sessions, and(isFresh(actor), eq(sessions.provenCharacterId, characterId)));
}

/** A stolen session token comes without the cookie. */
function isFresh({ sessionId, proofHash }: UserActor, seconds = PROOF_TTL_SECONDS) {
  if (proofHash === undefined) return sql`false`;
  return and(
    eq(sessions.id, sessionId),
    eq(sessions.proofHash, proofHash),
    gt(sessions.provenAt, new Date(Date.now() - seconds * 1000)),
  );
}
