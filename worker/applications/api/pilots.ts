import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import * as z from "zod/mini";
import type { ApiLookup } from "#shared/applications/api.ts";
import type {
  ApiLookupAnswer,
  ApiPilot,
  ApiPilotGroups,
  ApiPilots,
} from "#shared/applications/api-answers.ts";
import { fold } from "#shared/fold.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { isGuest } from "#worker/access/guests.ts";
import { run } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications/applications.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, nameOfColumn, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { affiliationFields, affiliationJoins, presentMain } from "./affiliation.ts";
import type { Caller } from "./caller.ts";

const own = alias(characters, "own");
const matched = alias(characters, "matched");

const groupsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(["owner", "admin", "member"]),
    joinedAt: z.int(),
  }),
);
const charactersSchema = z.array(z.object({ id: z.int(), name: z.string() }));

/** SQL: the groups of a user that were granted to the application, as JSON. */
function grantedGroups({ applicationId }: Caller): SQL<string> {
  return sql`(select json_group_array(json_object('id', ${groups.id}, 'name', ${groups.name},
      'role', ${groupMembers.role}, 'joinedAt', ${groupMembers.joinedAt}))
    from ${groupMembers} cross join ${applicationGroups} cross join ${groups}
    where ${groupMembers.userId} = ${users.id} and ${applicationGroups.applicationId} = ${applicationId}
      and ${applicationGroups.groupId} = ${groupMembers.groupId} and ${groups.id} = ${groupMembers.groupId})`;
}

const ownCharacters = sql<string>`(select json_group_array(json_object('id', ${own.id}, 'name', ${own.name}))
  from ${characters} as ${own} where ${own.userId} = ${users.id} and ${own.unconfirmedSince} is null)`;

type PilotRow = RowOfStatement<ReturnType<typeof selectPilots>>;

const NONE = [matched.id, matched.name, matched.nameFolded].map(
  (column) => sql`null as ${nameOfColumn(column)}`,
);

/** One row for each of the users, or characters as `matched`, that the condition finds. */
function selectPilots(caller: Caller, from: SQL, condition: SQL) {
  const fields = {
    userId: users.id,
    matchedId: sql<number | null>`${matched.id}`,
    matchedName: sql<string | null>`${matched.name}`,
    matchedFolded: sql<string | null>`${matched.nameFolded}`,
    isSuspended: sql<number>`${isSuspended(Date.now())}`,
    isGuest: sql<number>`${isGuest(users.id)}`,
    groups: caller.rights.includes("groups") ? grantedGroups(caller) : sql<null>`null`,
    characters: caller.seesCharacters ? ownCharacters : sql<null>`null`,
    ...affiliationFields,
  };
  return rows(
    fields,
    (list) => sql`select ${columns(list)} from ${from} ${affiliationJoins} where ${condition}`,
  );
}

/** Without a grant of characters, an application finds pilots by their mains alone: an alt would be disclosed. */
function byCharacter(caller: Caller, condition: SQL) {
  const from = sql`${characters} as ${matched} cross join ${users} on ${users.id} = ${matched.userId}`;
  const isKnown = caller.seesCharacters ? sql`true` : sql`${matched.id} = ${users.mainCharacterId}`;
  return selectPilots(
    caller,
    from,
    sql`${condition} and ${isKnown} and ${matched.unconfirmedSince} is null`,
  );
}

export async function getPilot({ db }: Context, caller: Caller, id: string): Promise<ApiPilot> {
  const from = sql`${users} cross join (select ${sql.join(NONE, sql`, `)}) as ${matched}`;
  const [row] = await run(db, selectPilots(caller, from, sql`${users.id} = ${id}`));
  return present(row);
}

export async function getPilotOfCharacter(
  { db }: Context,
  caller: Caller,
  characterId: number,
): Promise<ApiPilot> {
  const [row] = await run(db, byCharacter(caller, sql`${matched.id} = ${characterId}`));
  return present(row);
}

export async function findPilots(
  { db }: Context,
  caller: Caller,
  name: string,
): Promise<ApiPilots> {
  const found = await run(db, byCharacter(caller, sql`${matched.nameFolded} = ${fold(name)}`));
  return { items: found.map(present) };
}

export async function lookUp(
  { db }: Context,
  caller: Caller,
  wanted: ApiLookup,
): Promise<ApiLookupAnswer> {
  const isById = "characterIds" in wanted;
  const keys = isById ? [...new Set(wanted.characterIds)] : [...new Set(wanted.names.map(fold))];
  const column = isById ? matched.id : matched.nameFolded;
  const found = await run(
    db,
    byCharacter(caller, sql`${column} in (select value from json_each(${JSON.stringify(keys)}))`),
  );
  const known = new Set(found.map((row) => (isById ? row.matchedId : row.matchedFolded)));
  return {
    items: found.map((row) => ({
      character: { id: row.matchedId ?? 0, name: row.matchedName ?? "" },
      pilot: present(row),
    })),
    unknown: isById
      ? wanted.characterIds.filter((id) => !known.has(id))
      : wanted.names.filter((name) => !known.has(fold(name))),
  };
}

export async function listGroupsOfPilot(
  context: Context,
  caller: Caller,
  id: string,
): Promise<ApiPilotGroups> {
  const { groups: items = [] } = await getPilot(context, caller, id);
  return { items };
}

function present(row: PilotRow | undefined): ApiPilot {
  if (row === undefined) throw new ApiError("no_such_pilot");
  const suspended = row.isSuspended === 1;
  return {
    id: row.userId,
    ...presentMain(row),
    isSuspended: suspended,
    isGuest: row.isGuest === 1,
    ...(row.groups !== null && {
      groups: suspended
        ? []
        : groupsSchema
            .parse(JSON.parse(row.groups))
            .map((group) => ({ ...group, joinedAt: new Date(group.joinedAt).toISOString() })),
    }),
    ...(row.characters !== null && {
      characters: charactersSchema.parse(JSON.parse(row.characters)),
    }),
  };
}
