import * as z from "zod/mini";
import { EXPORTED_PER_PAGE, MEMBERS_PER_PAGE } from "#shared/corporations/roster.ts";
import type { RosterDrift } from "#shared/corporations/drift.ts";
import type {
  Followed,
  Roster,
  RosterMember,
  RosterPage,
  RosterQuery,
} from "#shared/corporations/roster.ts";
import { DAY_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { selectDirectorsOf } from "#worker/corporations/directors/store.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import type { Context } from "#worker/env.ts";
import { missingFeatures } from "#worker/esi/scopes.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { countMatches, selectMembers, selectTitles, selectTotals } from "./members-store.ts";
import type { MemberRow } from "./members-store.ts";
import { presentDrift } from "./present-drift.ts";
import {
  selectChanges,
  selectListed,
  selectReadings,
  selectRisky,
  selectTitled,
} from "./drift-store.ts";
import { kindOf, requireRoster } from "./policy.ts";
import type { ReaderKind } from "./policy.ts";
import { selectCorporation, selectHistory, selectLastRun, selectReading } from "./summary-store.ts";
import { viewOfRoster } from "./views.ts";

const keyPart = z.union([z.string(), z.number()]);
const memberKey = z.tuple([keyPart, keyPart, z.int()]);
const NO_COUNTS = { total: 0, missing: 0, lost: 0, offline: 0, noDiscord: 0, risk: 0 };
const titleIds = z.array(z.int());
const roles = z.array(z.string());

/** The numbers of a corporation's members. One round trip. */
export async function readRoster(
  { db }: Context,
  actor: UserActor,
  corporationId: number,
): Promise<Roster> {
  const reader = kindOf(actor);
  const of = { corporationId, userId: actor.userId, now: Date.now() };
  const [[row], [totals], [reading], [run], history, titles, directors] = await runBatch(db, [
    selectCorporation(reader)(of),
    selectTotals(reader)(of),
    selectReading(reader)(of),
    selectLastRun(of),
    selectHistory(reader, of),
    selectTitles(of),
    selectDirectorsOf(of),
  ]);
  const corporation = requireRoster(row);
  const isListed = reading?.isListed === 1;
  const asOf = run?.asOf ?? null;
  const serves = (feature: string) =>
    directors.some(
      ({ isHealthy, scopes }) => isHealthy && !missingFeatures(scopes ?? []).includes(feature),
    );
  return {
    corporation: { corporationId, name: corporation.name, ticker: corporation.ticker },
    source: isListed ? "list" : "sign_ins",
    members: totals?.members ?? 0,
    registered: totals?.registered ?? 0,
    lost: totals?.lost ?? 0,
    joined: totals?.joined ?? 0,
    left: totals?.left ?? 0,
    former: totals?.former ?? 0,
    asOf: isListed ? toIsoOrNull(asOf) : null,
    nextDue: run?.dueAt?.toISOString() ?? null,
    renewedAt: toIsoOrNull(run?.renewedAt),
    isReading: run?.isOpen === 1,
    doubtfulCount: reading?.doubtfulCount ?? null,
    hasTracking: (totals?.tracked ?? 0) > 0,
    hasRoles: reading?.hasRoles === 1,
    titles: titles.map(presentTitle),
    history: history.map(({ day, ...counts }) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      ...counts,
    })),
    settings: actor.isAdmin
      ? {
          group:
            corporation.groupId === null || corporation.groupName === null
              ? null
              : { groupId: corporation.groupId, name: corporation.groupName },
          readsRoles: corporation.readsRoles,
          canReadRoles: serves("roles"),
          canReadTitles: serves("titles"),
          canReadLists: serves("accessLists"),
        }
      : null,
  };
}

/** What members and former members still have in game. Recorded like a page of members: it names them. */
export async function readDrift(
  context: Context,
  actor: UserActor,
  corporationId: number,
): Promise<RosterDrift> {
  const now = Date.now();
  const reader = kindOf(actor);
  const of = { corporationId, userId: actor.userId, now };
  const [[row], risky, changes, titled, listed, [readings], titles] = await runBatch(context.db, [
    selectCorporation(reader)(of),
    selectRisky(reader)(of),
    selectChanges(reader)(of),
    selectTitled(reader)(of),
    selectListed(reader)(of),
    selectReadings(reader)(of),
    selectTitles(of),
    viewOfRoster(reader)(context, actor.userId, { about: corporationId }),
  ]);
  requireRoster(row);
  const titleNames = namesOf(titles);
  return presentDrift({ risky, changes, titled, listed, readings, titleNames }, now);
}

/** A page of members. The first page of a list is recorded: players see who looked. */
export async function listMembers(
  context: Context,
  actor: UserActor,
  corporationId: number,
  query: RosterQuery,
): Promise<RosterPage> {
  const key = readCursor(query.cursor, memberKey);
  const reader = kindOf(actor);
  const of = { corporationId, userId: actor.userId, now: Date.now() };
  const isFirst = query.cursor === undefined;
  const [[row], found, titles, [counted]] = await runBatch(context.db, [
    selectCorporation(reader)(of),
    selectMembers(reader, of, query, key),
    selectTitles(of),
    countMatches(reader, of, query),
    ...(isFirst ? [viewOfRoster(reader)(context, actor.userId, { about: corporationId })] : []),
  ]);
  const { ceoId } = requireRoster(row);
  const size = query.export === undefined ? MEMBERS_PER_PAGE : EXPORTED_PER_PAGE;
  const { page, nextCursor } = cutPage(found, size);
  const nameOf = namesOf(titles);
  const { total, ...counts } = counted ?? NO_COUNTS;
  return {
    items: page.map((member) => presentMember(member, ceoId, nameOf, actor)),
    nextCursor,
    total: isFirst ? total : null,
    counts: isFirst ? counts : null,
  };
}

/** Reads for a program, to which the roster as a whole was granted. */
const PROGRAM: ReaderKind = { isAdmin: true, isGuest: false };

/** A long page of members by their ids. One round trip. */
export async function exportMembers(
  db: Database,
  corporationId: number,
  cursor: string | undefined,
): Promise<{ members: MemberRow[]; nextCursor: string | null }> {
  const key = readCursor(cursor, memberKey);
  const of = { corporationId, userId: "", now: Date.now() };
  const [[row], found] = await runBatch(db, [
    selectCorporation(PROGRAM)(of),
    selectMembers(PROGRAM, of, { export: "true" }, key),
  ]);
  requireRoster(row);
  const { page, nextCursor } = cutPage(found, EXPORTED_PER_PAGE);
  return { members: page, nextCursor };
}

function cutPage(found: MemberRow[], size: number) {
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  const nextCursor = last === undefined ? null : encodeCursor([last.k1, last.k2, last.characterId]);
  return { page, nextCursor };
}

function presentMember(
  row: MemberRow,
  ceoId: number | null,
  nameOf: ReadonlyMap<number, string>,
  { isAdmin }: UserActor,
): RosterMember {
  const { characterId, userId, mainId, mainName } = row;
  const isMain = mainId === characterId;
  return {
    characterId,
    name: row.name,
    isCeo: characterId === ceoId,
    registration:
      userId === null
        ? null
        : {
            userId: isAdmin ? userId : null,
            token: row.token,
            main:
              mainId === null || mainName === null || isMain
                ? null
                : { characterId: mainId, name: mainName },
            discordName: row.discordName,
            groupCount: row.groupCount,
          },
    lastOnlineAt: row.lastOnlineAt === null ? null : toIso(row.lastOnlineAt),
    joinedAt: row.joinedAt === null ? null : toIso(row.joinedAt),
    roles: roles.parse(JSON.parse(row.roles ?? "[]")),
    titles: titleIds
      .parse(JSON.parse(row.titles ?? "[]"))
      .map((id) => nameOf.get(id) ?? `Title ${id}`),
    left: row.leftAt === null ? null : { at: toIso(row.leftAt), how: row.how },
    followed: row.followed === null ? null : presentFollowed(row.followed),
  };
}

const followedSchema = z.object({
  removed: z.int(),
  inGrace: z.int(),
  graceEndsAt: z.nullable(z.int()),
  held: z.int(),
  sessions: z.int(),
  discordRoles: z.int(),
});

function presentFollowed(text: string): Followed {
  const { graceEndsAt, ...followed } = followedSchema.parse(JSON.parse(text));
  return { ...followed, graceEndsAt: graceEndsAt === null ? null : toIso(graceEndsAt) };
}

function namesOf(titles: readonly { titleId: number; name: string | null }[]) {
  return new Map(titles.map(presentTitle).map(({ titleId, name }) => [titleId, name]));
}

function presentTitle({ titleId, name }: { titleId: number; name: string | null }) {
  return { titleId, name: name === null || name === "" ? `Title ${titleId}` : name };
}

function toIsoOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : toIso(ms);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
