import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type {
  ApiCorporations,
  ApiGroups,
  ApiMembers,
  ApiRoster,
} from "#shared/applications/api-answers.ts";
import { API_PAGE_SIZE } from "#shared/applications/api.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { exportMembers } from "#worker/roster/service.ts";
import { affiliationFields, affiliationJoins, presentMain } from "./affiliation.ts";
import type { Caller } from "./caller.ts";

const memberKey = z.tuple([z.string()]);

/** The groups that were granted to the application; of all others, it does not learn that they exist. */
const granted = sql`${applicationGroups} cross join ${groups} on ${groups.id} = ${applicationGroups.groupId}
  and ${applicationGroups.applicationId} = ${sql.placeholder("applicationId")}`;
const isGroup = sql`${groups.id} = ${sql.placeholder("groupId")}`;

const selectGroups = prepare(
  { id: groups.id, name: groups.name, memberCount: groups.memberCount },
  (fields) =>
    sql`select ${columns(fields)} from ${granted} order by ${groups.nameFolded}, ${groups.id}`,
);

const selectGroup = prepare(
  { id: groups.id },
  (fields) => sql`select ${columns(fields)} from ${granted} where ${isGroup}`,
);

/** Without suspended users, whose memberships have no effect. */
const selectMembers = prepare(
  {
    userId: users.id,
    role: groupMembers.role,
    joinedAt: groupMembers.joinedAt,
    ...affiliationFields,
  },
  (fields) => sql`select ${columns(fields)} from ${granted}
    cross join ${groupMembers} on ${groupMembers.groupId} = ${groups.id}
      and ${groupMembers.userId} > ${sql.placeholder("after")}
    cross join ${users} on ${users.id} = ${groupMembers.userId} ${affiliationJoins}
    where ${isGroup} and not ${isSuspended(sql.placeholder("now"))}
    order by ${groupMembers.userId} limit ${API_PAGE_SIZE + 1}`,
);

export async function listGroups({ db }: Context, { applicationId }: Caller): Promise<ApiGroups> {
  return { items: await run(db, selectGroups({ applicationId })) };
}

/** In an order that no change of names or roles moves, so that reading all pages misses no member who stays. */
export async function listMembers(
  { db }: Context,
  { applicationId }: Caller,
  groupId: string,
  cursor: string | undefined,
): Promise<ApiMembers> {
  const [after] = readCursor(cursor, memberKey) ?? [""];
  const [[group], found] = await runBatch(db, [
    selectGroup({ applicationId, groupId }),
    selectMembers({ applicationId, groupId, after, now: Date.now() }),
  ]);
  if (group === undefined) throw new ApiError("no_such_group");
  const page = found.slice(0, API_PAGE_SIZE);
  const last = found.length > API_PAGE_SIZE ? page.at(-1) : undefined;
  return {
    items: page.map((row) => ({
      pilotId: row.userId,
      ...presentMain(row),
      role: row.role,
      joinedAt: row.joinedAt.toISOString(),
    })),
    nextCursor: last === undefined ? null : encodeCursor([last.userId]),
  };
}

const selectCorporations = prepare(
  { id: corporations.id, name: corporations.name, ticker: corporations.ticker },
  (fields) => orm.select(fields).from(corporations).orderBy(corporations.id),
);

export async function listCorporations({ db }: Context): Promise<ApiCorporations> {
  return { items: await run(db, selectCorporations()) };
}

export async function listRoster(
  { db }: Context,
  { seesCharacters }: Caller,
  corporationId: number,
  cursor: string | undefined,
): Promise<ApiRoster> {
  const { members, nextCursor } = await exportMembers(db, corporationId, cursor);
  return {
    items: members.map((member) => ({
      character: { id: member.characterId, name: member.name },
      isRegistered: member.userId !== null,
      // The pilot of an alt would disclose the main.
      pilotId: seesCharacters || member.mainId === member.characterId ? member.userId : null,
      token: member.token,
      joinedAt: toIso(member.joinedAt),
      lastOnlineAt: toIso(member.lastOnlineAt),
    })),
    nextCursor,
  };
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
