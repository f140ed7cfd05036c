import { and, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { EXPORTED_PER_PAGE, MEMBERS_PER_PAGE } from "#shared/corporations/roster.ts";
import type {
  Followed,
  Roster,
  RosterDrift,
  RosterMember,
  RosterPage,
  RosterQuery,
  RosterSettings,
} from "#shared/corporations/roster.ts";
import { DAY_MS, isoOrNull } from "#shared/time.ts";
import { changesBetween, recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { selectDirectorsOf } from "#worker/corporations/directors/store.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { servesFeature } from "#worker/esi/scopes.ts";
import type { DirectorFeature } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { countMatches, selectMembers, selectTitles, selectTotals } from "./members-store.ts";
import type { RosterMemberRow } from "./members-store.ts";
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
const NO_TOTALS = { members: 0, registered: 0, lost: 0, joined: 0, left: 0, former: 0, tracked: 0 };
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
  const { tracked, ...numbers } = totals ?? NO_TOTALS;
  const isListed = reading?.isListed === 1;
  const serves = (feature: DirectorFeature) =>
    directors.some(({ isHealthy, scopes }) => isHealthy && servesFeature(scopes, feature));
  return {
    corporation: { corporationId, name: corporation.name, ticker: corporation.ticker },
    source: isListed ? "list" : "sign_ins",
    ...numbers,
    asOf: isListed ? isoOrNull(run?.asOf) : null,
    nextDue: isoOrNull(run?.dueAt),
    renewedAt: isoOrNull(run?.renewedAt),
    isReading: run?.isOpen === 1,
    doubtfulCount: reading?.doubtfulCount ?? null,
    hasTracking: tracked > 0,
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

/** A page of members. It is recorded, whichever page it is, since a reader can make a cursor: players see who looked. */
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
    viewOfRoster(reader)(context, actor.userId, { about: corporationId }),
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
const PROGRAM: ReaderKind = { isAdmin: true, isGuest: false, isProgram: true };

/** A long page of members by their ids. One round trip. */
export async function exportMembers(
  db: Database,
  corporationId: number,
  cursor: string | undefined,
): Promise<{ members: RosterMemberRow[]; nextCursor: string | null }> {
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

function cutPage(found: RosterMemberRow[], size: number) {
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  const nextCursor = last === undefined ? null : encodeCursor([last.k1, last.k2, last.characterId]);
  return { page, nextCursor };
}

function presentMember(
  row: RosterMemberRow,
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
    lastOnlineAt: isoOrNull(row.lastOnlineAt),
    joinedAt: isoOrNull(row.joinedAt),
    roles: roles.parse(JSON.parse(row.roles ?? "[]")),
    titles: titleIds
      .parse(JSON.parse(row.titles ?? "[]"))
      .map((id) => nameOf.get(id) ?? `Title ${id}`),
    left: row.leftAt === null ? null : { at: new Date(row.leftAt).toISOString(), how: row.how },
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
  return { ...followed, graceEndsAt: isoOrNull(graceEndsAt) };
}

function namesOf(titles: readonly { titleId: number; name: string | null }[]) {
  return new Map(titles.map(presentTitle).map(({ titleId, name }) => [titleId, name]));
}

function presentTitle({ titleId, name }: { titleId: number; name: string | null }) {
  return { titleId, name: name === null || name === "" ? `Title ${titleId}` : name };
}

const selectGroupName = prepare({ name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .where(eq(groups.id, sql.placeholder("id"))),
);

/** Who may read the roster, and whether it has roles and titles. For system administrators. */
export function updateRosterSettings(
  context: Context,
  actor: UserActor,
  corporationId: number,
  input: RosterSettings,
): Promise<true> {
  return withOptimisticLock(
    async () => {
      const [[row], [group]] = await runBatch(context.db, [
        selectCorporation(kindOf(actor))({ corporationId, userId: actor.userId }),
        selectGroupName({ id: input.groupId ?? "" }),
      ]);
      const before = requireRoster(row);
      if (typeof input.groupId === "string" && group === undefined) {
        throw new ApiError("chosen_group_gone", {}, { field: "groupId" });
      }
      return { before, groupName: group?.name ?? null };
    },
    async ({ before, groupName }) => {
      const { groupId = before.groupId, readsRoles = before.readsRoles } = input;
      const changes = changesBetween(
        { rosterGroup: before.groupId, rosterRoles: onOff(before.readsRoles) },
        { rosterGroup: groupId, rosterRoles: onOff(readsRoles) },
        ["rosterGroup", "rosterRoles"],
      );
      if (changes === undefined) return true;
      const named = changes["rosterGroup"] && {
        rosterGroup: {
          from: before.groupName,
          to: groupId === before.groupId ? before.groupName : groupName,
        },
      };
      const isDone = await recordAndApply(context, {
        kind: "corporation_updated",
        corporationId,
        actor,
        detail: { changes: { ...changes, ...named } },
        condition: and(
          sql`${corporations.rosterGroupId} is ${before.groupId}`,
          eq(corporations.readsRoles, before.readsRoles),
          groupId === null
            ? undefined
            : sql`exists (select 1 from ${groups} where ${groups.id} = ${groupId})`,
        ),
        statements: (applied) => [
          orm
            .update(corporations)
            .set({ rosterGroupId: groupId, readsRoles })
            .where(and(eq(corporations.id, corporationId), applied)),
        ],
      });
      return isDone ? true : undefined;
    },
  );
}

const onOff = (isOn: boolean) => (isOn ? "on" : "off");
