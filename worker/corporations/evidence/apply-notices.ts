import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "#shared/time.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { fetchRuns } from "#worker/db/schema/corporations.ts";
import type { EveDate } from "#worker/db/schema/esi.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { EsiNotification } from "#worker/esi/character-endpoints.ts";
import { AFFILIATION_CACHED_MS, eveDateOf } from "#worker/esi/eve-date.ts";

/**
 * Statements that follow notices of one corporation, with at most one for each character, unless newer evidence contradicts them. Their
 * number does not depend on that of the notices.
 */
export function applyNotices(corporationId: number, notices: readonly Notice[]): Statement[] {
  const of = (kind: Notice["kind"]) =>
    JSON.stringify(
      notices
        .filter((notice) => notice.kind === kind)
        .map((notice) => ({ id: notice.characterId, at: notice.at })),
    );
  return [
    ...endMemberships(corporationId, of("left")),
    ...beginMemberships(corporationId, of("joined")),
  ];
}

const { departure, leftAt, listedAt } = corporationMembers;
const id = sql`(notice.value ->> '$.id')`;
const at = sql`(notice.value ->> '$.at')`;
const each = (json: string) => sql`json_each(${json}) as notice`;

/** SQL update of the members whom the notices name. The cross join looks each notice's member up. */
function updateNamed(
  corporationId: number,
  json: string,
  set: SQLiteUpdateSetSource<typeof corporationMembers>,
  condition: SQL,
): Statement {
  return orm
    .update(corporationMembers)
    .set(set)
    .from(each(json))
    .where(
      sql`${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.characterId} = +${id}
        and ${condition}`,
    );
}

function endMemberships(corporationId: number, json: string): Statement[] {
  const isNewer = sql`${listedUntil(corporationId)} < ${at}`;
  const left = { leftAt: at, departure: "notice" } as const;
  // As of when EVE said that the character is in the corporation, at the earliest.
  const since = sql`max(0, coalesce((select ${characterAffiliations.asOf} - ${AFFILIATION_CACHED_MS} from ${characterAffiliations}
    where ${characterAffiliations.characterId} = ${id}
      and ${characterAffiliations.corporationId} = ${corporationId}), 0))`;
  return [
    // Whom no list has had yet, or none has any more: the next statement ends what this one begins.
    insertWhere(
      corporationMembers,
      {
        corporationId: sql`${corporationId}`,
        characterId: id,
        listedAt: since,
        departure: sql`'notice'`,
      },
      sql`${since} < ${at}`,
      each(json),
    ).onConflictDoNothing(),
    updateNamed(
      corporationId,
      json,
      left,
      sql`${leftAt} is null and (${departure} = 'notice' or (${listedAt} < ${at} and ${isNewer}))`,
    ),
    // The list or the affiliation said so first, and not why.
    updateNamed(
      corporationId,
      json,
      left,
      sql`${departure} <> 'notice' and ${leftAt} >= ${at} and ${listedAt} < ${at}`,
    ),
  ];
}

function beginMemberships(corporationId: number, json: string): Statement[] {
  return [
    updateNamed(
      corporationId,
      json,
      { leftAt: null, departure: null, listedAt: at },
      sql`${leftAt} < ${at}`,
    ),
    insertWhere(
      corporationMembers,
      { corporationId: sql`${corporationId}`, characterId: id, listedAt: at },
      sql`${listedUntil(corporationId)} between 1 and ${at}`,
      each(json),
    ).onConflictDoNothing(),
  ];
}

const membersExpireAt = sql`json_extract(${fetchRuns.plan}, '$.sources.members.expiresAt')`;

/** SQL: as of when the last list of members is true. Runs of before this date was kept have when EVE renews it, an hour after. */
export const membersAsOf = sql<
  number | null
>`coalesce(json_extract(${fetchRuns.plan}, '$.sources.members.asOf'), ${membersExpireAt} - ${HOUR_MS})`;

/** SQL: as of when the last list of the corporation confirms who is in it; 0 without one. */
function listedUntil(corporationId: number) {
  return sql`coalesce((select ${membersAsOf}
    from ${fetchRuns} where ${fetchRuns.corporationId} = ${corporationId} and ${fetchRuns.category} = 'core'
    order by ${fetchRuns.startedAt} desc limit 1), 0)`;
}

/** The list of members is read again as soon as EVE renews it. */
export function bringListForward(corporationId: number, condition?: SQL): Statement {
  return orm
    .update(fetchRuns)
    .set({ dueAt: sql`min(${fetchRuns.dueAt}, coalesce(${membersExpireAt}, 0))` })
    .where(
      and(
        eq(fetchRuns.corporationId, corporationId),
        eq(fetchRuns.category, "core"),
        isNotNull(fetchRuns.finishedAt),
        isNotNull(fetchRuns.dueAt),
        condition,
      ),
    );
}

/** What EVE has told a director about a character and a corporation. */
export type Notice = {
  id: number;
  kind: "left" | "joined";
  characterId: number;
  corporationId: number;
  at: EveDate;
};

/** EVE tells directors of members who leave and of applicants who join. It does not tell them of kicks. */
const KINDS: Record<string, Notice["kind"]> = {
  CharLeftCorpMsg: "left",
  CharAppAcceptMsg: "joined",
};

/** The notices about members, in the order in which EVE numbered them. */
export function readNotices(notifications: readonly EsiNotification[]): Notice[] {
  return notifications
    .flatMap((notification) => readNotice(notification) ?? [])
    .toSorted((a, b) => a.id - b.id);
}

/** The same notices in rounds to apply one after another: each has one of a character at most, the oldest first. */
export function roundsOf(notices: readonly Notice[]): Notice[][] {
  const ofEach = Map.groupBy(
    notices.toSorted((a, b) => a.at - b.at || a.id - b.id),
    ({ characterId }) => characterId,
  );
  const rounds: Notice[][] = [];
  for (const own of ofEach.values()) {
    for (const [index, notice] of own.entries()) (rounds[index] ??= []).push(notice);
  }
  return rounds;
}

function readNotice(notification: EsiNotification): Notice | undefined {
  const kind = KINDS[notification.type];
  const characterId = readId(notification.text, "charID");
  const corporationId = readId(notification.text, "corpID");
  const at = eveDateOf(notification.timestamp);
  if (kind === undefined || characterId === undefined || corporationId === undefined)
    return undefined;
  return Number.isNaN(at)
    ? undefined
    : { id: notification.notification_id, kind, characterId, corporationId, at };
}

/**
 * A number of the text, which is YAML. Players write parts of some texts, but the lines of a text of several lines are indented:
 * a key at the beginning of a line is EVE's. A key that comes twice is not believed.
 */
function readId(text: string | undefined, key: string): number | undefined {
  const found = [...(text ?? "").matchAll(new RegExp(`^${key}: (\\d{1,15})\\s*$`, "gm"))];
  const [only] = found;
  return found.length === 1 && only?.[1] !== undefined ? Number(only[1]) : undefined;
}
