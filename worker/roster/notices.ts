import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { readAlarms } from "#worker/alarms/read-alarms.ts";
import { saveAlarms } from "#worker/alarms/store.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { findGrant } from "#worker/auth/tokens/access-tokens.ts";
import { saveJoined } from "#worker/characters/refresh/save-affiliations.ts";
import {
  applyNotices,
  bringListForward,
  readNotices,
  roundsOf,
} from "#worker/corporations/evidence/apply-notices.ts";
import type { Notice } from "#worker/corporations/evidence/apply-notices.ts";
import { runBatch } from "#worker/db/batch.ts";
import { DatabaseUnavailable } from "#worker/db/interruption.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { corporationMembers, noticePolls } from "#worker/db/schema/evidence.ts";
import { excluded, orm, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { getNotifications } from "#worker/esi/character-endpoints.ts";
import type { Esi } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { servesFeature } from "#worker/esi/scopes.ts";
import { logError, logMissedNotices } from "#worker/http/log.ts";
import { readAccessLists } from "./access-lists.ts";

/** How long ESI caches notices. */
export const NOTICES_CACHED_MS = 10 * MINUTE_MS;
/** Directors of one corporation are not asked more often, however many there are. */
const SHORTEST_GAP_MS = MINUTE_MS;
/** After an outage. */
const RETRY_MS = MINUTE_MS;
/** EVE sends 500 at most. Each slice is saved with how far it reads, so that a poll that is cut off goes on there. */
const NOTICES_PER_SLICE = 100;

const [owing, owed] = [alias(directors, "owing"), alias(noticePolls, "owed")];
const dueCorporations = orm
  .select({ id: owing.corporationId })
  .from(owing)
  .leftJoin(owed, eq(owed.directorId, owing.id))
  .where(
    and(eq(owing.isHealthy, true), sql`coalesce(${owed.dueAt}, 0) < ${sql.placeholder("until")}`),
  );

/** Healthy directors, who are still in their active corporations, in which EVE may be asked before `until` by one of them. */
export const selectPollable = prepareAtStart(
  {
    directorId: directors.id,
    directorSince: directors.createdAt,
    corporationId: directors.corporationId,
    allianceId: corporations.allianceId,
    readsRoles: corporations.readsRoles,
    listsDueAt: sql<number>`coalesce(${noticePolls.listsDueAt}, 0)`,
    characterId: directors.characterId,
    tokenState: eveTokens.state,
    scopes: eveTokens.scopes,
    suspendedUntil: users.suspendedUntil,
    dueAt: sql<number>`coalesce(${noticePolls.dueAt}, 0)`,
    polledAt: sql<number>`coalesce(${noticePolls.polledAt}, 0)`,
    etag: noticePolls.etag,
    lastNoticeId: sql<number>`coalesce(${noticePolls.lastNoticeId}, 0)`,
    memberSince: corporationMembers.listedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(directors)
      .innerJoin(
        corporations,
        and(eq(corporations.id, directors.corporationId), eq(corporations.isActive, true)),
      )
      .innerJoin(characters, eq(characters.id, directors.characterId))
      .innerJoin(eveTokens, eq(eveTokens.characterId, directors.characterId))
      .leftJoin(users, eq(users.id, characters.userId))
      .leftJoin(noticePolls, eq(noticePolls.directorId, directors.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, directors.characterId))
      .leftJoin(
        corporationMembers,
        and(
          eq(corporationMembers.corporationId, directors.corporationId),
          eq(corporationMembers.characterId, directors.characterId),
        ),
      )
      .where(
        and(
          eq(directors.isHealthy, true),
          inArray(directors.corporationId, dueCorporations),
          // EVE tells a pilot who has moved of the new corporation.
          sql`coalesce(${characterAffiliations.corporationId}, ${directors.corporationId}) = ${directors.corporationId}`,
          isNull(corporationMembers.leftAt),
        ),
      ),
);
/** A director whose notices can be read. `dueAt`: EVE must not be asked before; 0 if it never was. */
type PollRow = RowOfStatement<typeof selectPollable>;

/** Directors whose grants cover notices and whose players are not suspended. */
export function pollable(found: readonly PollRow[], now: number): PollRow[] {
  return found.filter(
    (row) =>
      row.tokenState !== "revoked" &&
      markOf(row, now) === null &&
      servesFeature(row.scopes, "notices"),
  );
}

/**
 * The next director of each corporation, with the time of the poll. The directors take turns: with N of them there is a look
 * every ten minutes divided by N, so that a departure is seen early and no director is asked more often than EVE renews. What is due first
 * comes first. Pure.
 */
export function nextPolls(directors: readonly PollRow[]): { director: PollRow; at: number }[] {
  const ofEach = Map.groupBy(directors, ({ corporationId }) => corporationId);
  const polls = [...ofEach.values()].flatMap((own) => {
    const gapMs = Math.max(SHORTEST_GAP_MS, NOTICES_CACHED_MS / own.length);
    const last = Math.max(...own.map(({ polledAt }) => polledAt));
    const [first] = own.toSorted(
      (a, b) => a.dueAt - b.dueAt || (a.directorId < b.directorId ? -1 : 1),
    );
    if (first === undefined) return [];
    // The first look comes at once.
    const at = Math.max(first.dueAt, last === 0 ? 0 : last + gapMs);
    return [{ director: first, at }];
  });
  return polls.toSorted((a, b) => a.at - b.at);
}

type Polled = {
  /** Somebody left or joined, or an alarm is new. */
  hasChanged: boolean;
  /** EVE has sent a list, which takes processor time. */
  hasNews: boolean;
  /** In polls: a new access token takes as much as another one. */
  cost: number;
};

const WITHOUT_NEWS: Polled = { hasChanged: false, hasNews: false, cost: 1 };

/** Reads what EVE has told a director and applies it. A failure delays no other director. */
export async function pollNotices(context: Context, esi: Esi, director: PollRow): Promise<Polled> {
  try {
    return await poll(context, esi, director);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    logError(context.requestId, error);
    const now = Date.now();
    await runBatch(context.db, [saveFailure(director.directorId, "failed", now + RETRY_MS, now)]);
    return { ...WITHOUT_NEWS, cost: 2 };
  }
}

async function poll(context: Context, esi: Esi, director: PollRow): Promise<Polled> {
  const { db } = context;
  const { characterId, corporationId, directorId, etag, lastNoticeId } = director;
  const token = await findGrant(context, characterId, director.scopes ?? []);
  const now = Date.now();
  if (token.state !== "ok") {
    await runBatch(db, [saveFailure(directorId, token.state, now + RETRY_MS, now)]);
    return WITHOUT_NEWS;
  }
  const cost = token.isNew ? 2 : 1;
  const { grant } = token;
  try {
    const params = { character_id: characterId };
    const answer = await esi.request(getNotifications, { params, grant, etag });
    const dueAt = answer.expiresAt?.getTime() ?? now + NOTICES_CACHED_MS;
    const found = answer.state === "changed" ? answer.data : [];
    const newest = found.reduce((id, one) => Math.max(id, one.notification_id), lastNoticeId);
    const told = readNotices(found);
    const notices = told.filter(
      (notice) => notice.id > lastNoticeId && notice.corporationId === corporationId,
    );
    // A list of EVE also has what another corporation was told.
    const after = Math.max(
      hereSince(director),
      lastNoticeId > 0 ? 0 : director.directorSince.getTime(),
    );
    const wasHere = presenceOf(told, director);
    const alarms = readAlarms(found.filter(({ notification_id: id }) => id > lastNoticeId)).filter(
      ({ sentAt }) => sentAt >= after && wasHere(sentAt),
    );
    const oldest = found.reduce((id, one) => Math.min(id, one.notification_id), Infinity);
    // EVE no longer sends what lies between: some may have left in it.
    const isCut = lastNoticeId > 0 && found.length > 0 && oldest > lastNoticeId;
    const isListsDue =
      director.readsRoles &&
      director.listsDueAt <= now &&
      servesFeature(director.scopes, "accessLists");
    const lists = isListsDue ? await readAccessLists(esi, { directorId, grant }, now) : [];
    const hasChanged = await applyInSlices(
      context,
      director,
      notices,
      saveAlarms(corporationId, alarms, now),
      [
        savePoll({ directorId, dueAt, polledAt: now, etag: answer.etag, lastNoticeId: newest }),
        ...lists,
        ...(isCut ? [bringListForward(corporationId)] : []),
      ],
    );
    if (isCut) {
      const { requestId } = context;
      logMissedNotices({ requestId, corporationId, after: lastNoticeId, before: oldest });
    }
    return { hasChanged, hasNews: answer.state === "changed" || isListsDue, cost };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const waitMs = (error.retryAfterSeconds ?? 0) * 1000;
    const isOfDirector = error.reason === "missing_scope" || error.reason === "token_revoked";
    const dueAt = now + Math.max(waitMs, isOfDirector ? NOTICES_CACHED_MS : RETRY_MS);
    await runBatch(db, [saveFailure(directorId, error.reason, dueAt, now)]);
    return { ...WITHOUT_NEWS, cost };
  }
}

/** EVE lists members for an hour: who was listed later than that after becoming a director has left meanwhile, and come back. */
function hereSince({ memberSince, directorSince }: PollRow): number {
  const isBack = memberSince !== null && memberSince.getTime() > directorSince.getTime() + HOUR_MS;
  return isBack ? memberSince.getTime() : 0;
}

/** Whether the director was in the corporation at a time, as EVE has told of leaving and joining; true where it has told nothing. */
function presenceOf(
  told: readonly Notice[],
  { characterId, corporationId }: PollRow,
): (at: number) => boolean {
  const own = told
    .filter((notice) => notice.characterId === characterId)
    .toSorted((a, b) => a.at - b.at);
  return (at) => {
    const last = own.findLast((notice) => notice.at <= at);
    return (
      last === undefined || (last.corporationId === corporationId) === (last.kind === "joined")
    );
  };
}

/**
 * Applies the notices, the first of them together with the alarms and the last with what ends the poll. Returns whether somebody left or
 * joined, or an alarm is new.
 */
async function applyInSlices(
  context: Context,
  { directorId, corporationId, allianceId }: PollRow,
  notices: readonly Notice[],
  alarms: readonly Statement[],
  ending: readonly Statement[],
): Promise<boolean> {
  let hasChanged = false;
  for (let from = 0; from === 0 || from < notices.length; from += NOTICES_PER_SLICE) {
    const slice = notices.slice(from, from + NOTICES_PER_SLICE);
    const last = slice.at(-1);
    const isLast = from + NOTICES_PER_SLICE >= notices.length || last === undefined;
    const members = roundsOf(slice).flatMap((round) => [
      ...applyNotices(corporationId, round),
      ...saveJoined(
        context,
        round
          .filter(({ kind }) => kind === "joined")
          .map(({ at, ...notice }) => ({ ...notice, allianceId, asOf: at, knownBy: at })),
      ),
    ]);
    const applied = [...(from === 0 ? alarms : []), ...members];
    // One after another: a later notice of a character follows an earlier one.
    // oxlint-disable-next-line no-await-in-loop
    const results = await runBatch(context.db, [
      ...applied,
      ...(isLast ? ending : [saveProgress(directorId, last.id)]),
    ]);
    hasChanged ||= results.slice(0, applied.length).some((changed) => changed > 0);
  }
  return hasChanged;
}

type Poll = {
  directorId: string;
  dueAt: number;
  polledAt: number;
  etag: string | null;
  lastNoticeId: number;
};

// Another poll of the same director, with a newer list, may have read further.
const furthest = sql`max(${noticePolls.lastNoticeId}, ${excluded(noticePolls.lastNoticeId)})`;

function savePoll({ directorId, dueAt, polledAt, ...read }: Poll): Statement {
  const set = { ...read, dueAt: new Date(dueAt), polledAt: new Date(polledAt), failure: null };
  return orm
    .insert(noticePolls)
    .values({ directorId, ...set })
    .onConflictDoUpdate({
      target: noticePolls.directorId,
      set: { ...set, lastNoticeId: furthest },
    });
}

/** How far the notices were read. The poll is still due, and its ETag is not known: EVE sends the others again. */
function saveProgress(directorId: string, lastNoticeId: number): Statement {
  return orm
    .insert(noticePolls)
    .values({ directorId, lastNoticeId, dueAt: new Date(0), polledAt: new Date(0) })
    .onConflictDoUpdate({
      target: noticePolls.directorId,
      set: { lastNoticeId: furthest, etag: null },
    });
}

/** How far the notices were read stays as it was. */
function saveFailure(directorId: string, failure: string, dueAt: number, now: number): Statement {
  const set = { failure, dueAt: new Date(dueAt) };
  return orm
    .insert(noticePolls)
    .values({ directorId, ...set, polledAt: new Date(now) })
    .onConflictDoUpdate({ target: noticePolls.directorId, set });
}
