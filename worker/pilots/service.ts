import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";
import { PILOTS_PER_PAGE, UNSEEN_DAYS } from "#shared/pilots/pilots.ts";
import type { PilotEntry, PilotQuery, Pilots } from "#shared/pilots/pilots.ts";
import { DAY_MS, isoOrNull } from "#shared/time.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { endSessionsBut } from "#worker/auth/sessions/end-sessions.ts";
import { suspensionOf } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { applicationGrants } from "#worker/db/schema/applications.ts";
import { columns, existsIn, LAST_CHARACTER, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { main, pilotFields, pilotJoins, statementsFor } from "./list-store.ts";
import type { PilotRow } from "./list-store.ts";
import { matched, matchedAlt } from "./walks.ts";
import type { TokenMark } from "#shared/account/character.ts";

const keyPart = z.union([z.string(), z.number()]);
const pilotKey = z.tuple([keyPart, keyPart]);
const NO_COUNTS = { lost: null, noDiscord: null, grace: null, unseen: null, suspended: null };

/** A page of users, found by any of their characters, in one round trip. */
export async function listPilots({ db, config }: Context, query: PilotQuery): Promise<Pilots> {
  const key = readCursor(query.cursor, pilotKey);
  const now = Date.now();
  const moment = { now, unseenBefore: now - UNSEEN_DAYS * DAY_MS };
  const adminIds = JSON.stringify(config.ADMIN_CHARACTER_IDS);
  const [found, [horizon], [counts], [corporation]] = await runBatch(
    db,
    statementsFor(query, key, moment, adminIds),
  );
  const page = found.slice(0, PILOTS_PER_PAGE);
  // If the page is not full, the next request continues where this one stopped looking.
  const last = found.length > PILOTS_PER_PAGE ? page.at(-1) : horizon;
  return {
    items: page.map((row) => ({ ...presentPilot(row, now), matchedAlt: row.matchedAlt })),
    nextCursor: last === undefined ? null : encodeCursor([last.k1, last.k2]),
    counts: counts ?? NO_COUNTS,
    corporationName: corporation?.name ?? null,
  };
}

type Shared = Omit<PilotRow, "matchedAlt" | "k1" | "k2">;

/** What the list and the page of a pilot show. */
export function presentPilot(row: Shared, now: number): Omit<PilotEntry, "matchedAlt"> {
  const { corporationId } = row;
  return {
    userId: row.userId,
    mainCharacterId: row.mainCharacterId,
    mainCharacterName: row.mainCharacterName,
    corporation:
      corporationId === null
        ? null
        : { corporationId, name: row.corporationName, ticker: row.ticker },
    tokens: toMarks(row.tokens),
    groupCount: row.groupCount,
    discordName: row.discordName,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    isAdmin: row.isAdmin === 1,
    suspension: suspensionOf(row, now),
    graceEndsAt: isoOrNull(row.graceEndsAt),
  };
}

const MARKS: readonly TokenMark[] = ["ok", "unknown", "revoked", "none"];

function toMarks(states: string | null): TokenMark[] {
  const all = states?.split(",") ?? [];
  return MARKS.flatMap((mark) => all.filter((state) => state === mark).map(() => mark));
}

const selectMatches = prepare(
  () => ({ ...pilotFields(), matchedAlt: matchedAlt(true, sql`${main.nameFolded}`) }),
  (fields) => {
    const [text, word] = [sql.placeholder("folded"), sql.placeholder("foldedWord")];
    const rank = sql`case when ${characters.nameFolded} = ${text} then 0
      when instr(${characters.nameFolded}, ${text}) = 1 then 1
      when instr(${characters.nameFolded}, ${word}) > 0 then 2 else 3 end`;
    return sql`with best(userId, place, name) as materialized (
        select found.userId, ${rank}, ${characters.nameFolded} from (${matched}) as found
        cross join ${users} on ${users.id} = found.userId
        left join ${characters} on ${characters.id} = ${users.mainCharacterId}
        order by 2, 3, 1 limit ${sql.placeholder("limit")})
      select ${columns(fields)} from best cross join ${users} on ${users.id} = best.userId ${pilotJoins}
      order by best.place, best.name, best.userId`;
  },
);

/** The users whom a search finds, those whose main begins with it first, then those with such a word in it. */
export function selectBestMatches(search: string, adminIds: string, limit: number) {
  const folded = fold(search);
  const foldedEnd = folded + LAST_CHARACTER;
  return selectMatches({ folded, foldedEnd, foldedWord: ` ${folded}`, adminIds, limit });
}

export function presentMatch(
  row: RowOfStatement<ReturnType<typeof selectBestMatches>>,
  now: number,
): PilotEntry {
  return { ...presentPilot(row, now), matchedAlt: row.matchedAlt };
}

/** The id of no session: all of them end. */
const NONE = "";

/** Ends every session of another user, and every sign-in at an application, which may outlast the session. */
export async function endSessions(context: Context, actor: UserActor, userId: string) {
  if (userId === actor.userId) {
    throw new ApiError("own_sessions");
  }
  const hasSessions = existsIn(sessions, eq(sessions.userId, userId));
  const hasSignIns = existsIn(applicationGrants, eq(applicationGrants.userId, userId));
  const isEnded = await recordAndApply(context, {
    kind: "sessions_revoked",
    actor,
    userId,
    condition: sql`(${hasSessions} or ${hasSignIns})`,
    statements: (applied) => endSessionsBut(userId, NONE, applied),
  });
  if (!isEnded) throw new ApiError("no_sessions");
}
