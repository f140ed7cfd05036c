import { and, eq, sql } from "drizzle-orm";
import { saveJoined } from "#worker/characters/refresh/save-affiliations.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { noticePolls } from "#worker/db/schema/evidence.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { getNotifications } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { missingFeatures } from "#worker/esi/scopes.ts";
import { readAccessLists } from "#worker/roster/drift/access-lists.ts";
import { applyNotice } from "#worker/roster/evidence/apply-notices.ts";
import { readNotices } from "#worker/roster/evidence/read-notice.ts";
import { NOTICES_CACHED_MS } from "./polls.ts";
import type { Pollable } from "./polls.ts";

/** After an outage. */
const RETRY_MS = 60 * 1000;
/** Of one poll: a first one finds old ones, which change little. */
const MOST_NOTICES = 40;

/** Healthy directors of active corporations. */
export const selectPollable = prepare(
  {
    directorId: directors.id,
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
      .where(eq(directors.isHealthy, true)),
);
type PollRow = RowOfStatement<typeof selectPollable>;
export type NoticeDirector = PollRow & Pollable;

/** Those whose grants cover notices, and whose players are not suspended. */
export function pollable(found: readonly PollRow[], now: number): NoticeDirector[] {
  return found.filter(
    (row) =>
      row.tokenState !== "revoked" &&
      markOf(row, now) === null &&
      !missingFeatures(row.scopes ?? []).includes("notices"),
  );
}

/** Reads what EVE has told a director and applies it. Returns whether somebody left or joined. */
export async function pollNotices(
  context: Context,
  esi: Esi,
  director: NoticeDirector,
): Promise<boolean> {
  const { db } = context;
  const { characterId, corporationId, allianceId, directorId, etag, lastNoticeId } = director;
  const token = await getAccessToken(context, characterId);
  const now = Date.now();
  if (token.state !== "ok") {
    await runBatch(db, [saveFailure(directorId, token.state, now + RETRY_MS, now)]);
    return false;
  }
  const grant: EsiGrant = {
    characterId,
    accessToken: token.accessToken,
    scopes: token.scopes,
    renew: (refused: string) => getAccessToken(context, characterId, refused),
  };
  try {
    const params = { character_id: characterId };
    const answer = await esi.request(getNotifications, { params, grant, etag });
    const dueAt = answer.expiresAt?.getTime() ?? now + NOTICES_CACHED_MS;
    const found = answer.state === "changed" ? answer.data : [];
    const newest = found.reduce((id, one) => Math.max(id, one.notification_id), lastNoticeId);
    const notices = readNotices(found).filter(
      (notice) => notice.id > lastNoticeId && notice.corporationId === corporationId,
    );
    const isListsDue =
      director.readsRoles &&
      director.listsDueAt <= now &&
      !missingFeatures(director.scopes ?? []).includes("accessLists");
    const lists = isListsDue ? await readAccessLists(esi, { directorId, grant }, now) : [];
    const applied = notices
      .slice(-MOST_NOTICES)
      .flatMap((notice) => [
        ...applyNotice(notice),
        ...(notice.kind === "joined"
          ? saveJoined(context, { ...notice, allianceId, asOf: notice.at })
          : []),
      ]);
    const results = await runBatch(db, [
      ...applied,
      savePoll({ directorId, dueAt, polledAt: now, etag: answer.etag, lastNoticeId: newest }),
      ...lists,
    ]);
    return results.slice(0, applied.length).some((changed) => changed > 0);
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const waitMs = (error.retryAfterSeconds ?? 0) * 1000;
    const isOfDirector = error.reason === "missing_scope" || error.reason === "token_revoked";
    const dueAt = now + Math.max(waitMs, isOfDirector ? NOTICES_CACHED_MS : RETRY_MS);
    await runBatch(db, [saveFailure(directorId, error.reason, dueAt, now)]);
    return false;
  }
}

type Poll = {
  directorId: string;
  dueAt: number;
  polledAt: number;
  etag: string | null;
  lastNoticeId: number;
};

function savePoll({ directorId, dueAt, polledAt, ...read }: Poll): Statement {
  const set = { ...read, dueAt: new Date(dueAt), polledAt: new Date(polledAt), failure: null };
  return orm
    .insert(noticePolls)
    .values({ directorId, ...set })
    .onConflictDoUpdate({ target: noticePolls.directorId, set });
}

/** What was read before stays. */
function saveFailure(directorId: string, failure: string, dueAt: number, now: number): Statement {
  const set = { failure, dueAt: new Date(dueAt) };
  return orm
    .insert(noticePolls)
    .values({ directorId, ...set, polledAt: new Date(now) })
    .onConflictDoUpdate({ target: noticePolls.directorId, set });
}
