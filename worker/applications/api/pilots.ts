import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import type { ApiLookup } from "#shared/applications/api.ts";
import type {
  ApiLookupAnswer,
  ApiPilot,
  ApiPilotGroups,
  ApiPilots,
} from "#shared/applications/api-answers.ts";
import { fold } from "#shared/fold.ts";
import { onceEach } from "#shared/once.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { isGuest } from "#worker/access/guests.ts";
import { run } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, nameOfColumn, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isNameable } from "#worker/applications/named-pilots.ts";
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

const sought = sql`${sql.placeholder("sought")}`;

/** SQL: the groups of a user that were granted to the application, as JSON. */
const grantedGroups = sql<string>`(select json_group_array(json_object('id', ${groups.id}, 'name', ${groups.name},
      'role', ${groupMembers.role}, 'joinedAt', ${groupMembers.joinedAt}))
    from ${groupMembers} cross join ${applicationGroups} cross join ${groups}
    where ${groupMembers.userId} = ${users.id} and ${applicationGroups.applicationId} = ${sql.placeholder("applicationId")}
      and ${applicationGroups.groupId} = ${groupMembers.groupId} and ${groups.id} = ${groupMembers.groupId})`;

const ownCharacters = sql<string>`(select json_group_array(json_object('id', ${own.id}, 'name', ${own.name}))
  from ${characters} as ${own} where ${own.userId} = ${users.id} and ${own.unconfirmedSince} is null)`;

type PilotRow = RowOfStatement<ReturnType<typeof pilotsBy>>;

const NONE = [matched.id, matched.name, matched.nameFolded].map(
  (column) => sql`null as ${nameOfColumn(column)}`,
);

const USER = sql`${users} cross join (select ${sql.join(NONE, sql`, `)}) as ${matched}`;
const CHARACTER = sql`${characters} as ${matched} cross join ${users} on ${users.id} = ${matched.userId}`;
const LIST = sql`(select value from json_each(${sought}))`;

/** What a pilot is found by: `sought` is one of it, or a list as JSON. */
const FOUND_BY = {
  user: sql`${users.id} = ${sought}`,
  character: sql`${matched.id} = ${sought}`,
  name: sql`${matched.nameFolded} = ${sought}`,
  characters: sql`${matched.id} in ${LIST}`,
  names: sql`${matched.nameFolded} in ${LIST}`,
};

type Shape = { by: keyof typeof FOUND_BY; seesGroups: boolean; seesCharacters: boolean };

/** One row for each of the users, or characters as `matched`, that are found. */
const pilotsBy = onceEach(({ by, seesGroups, seesCharacters }: Shape) => {
  const isOfCharacter = isNameable(matched, seesCharacters ? sql`true` : sql`false`);
  return prepare(
    {
      userId: users.id,
      matchedId: sql<number | null>`${matched.id}`,
      matchedName: sql<string | null>`${matched.name}`,
      matchedFolded: sql<string | null>`${matched.nameFolded}`,
      isSuspended: sql<number>`${isSuspended(sql.placeholder("now"))}`,
      isGuest: sql<number>`${isGuest(users.id)}`,
      groups: seesGroups ? grantedGroups : sql<null>`null`,
      characters: seesCharacters ? ownCharacters : sql<null>`null`,
      ...affiliationFields,
    },
    (
      list,
    ) => sql`select ${columns(list)} from ${by === "user" ? USER : CHARACTER} ${affiliationJoins}
      where ${FOUND_BY[by]} and ${by === "user" ? sql`true` : isOfCharacter}`,
  );
});

function selectPilots(caller: Caller, by: Shape["by"], sought: string | number) {
  const { applicationId, rights, seesCharacters } = caller;
  const statement = pilotsBy({ by, seesGroups: rights.includes("groups"), seesCharacters });
  return statement({ sought, applicationId, now: Date.now() });
}

export async function getPilot({ db }: Context, caller: Caller, id: string): Promise<ApiPilot> {
  const [row] = await run(db, selectPilots(caller, "user", id));
  return present(row);
}

export async function getPilotOfCharacter(
  { db }: Context,
  caller: Caller,
  characterId: number,
): Promise<ApiPilot> {
  const [row] = await run(db, selectPilots(caller, "character", characterId));
  return present(row);
}

export async function findPilots(
  { db }: Context,
  caller: Caller,
  name: string,
): Promise<ApiPilots> {
  const found = await run(db, selectPilots(caller, "name", fold(name)));
  return { items: found.map(present) };
}

export async function lookUp(
  { db }: Context,
  caller: Caller,
  wanted: ApiLookup,
): Promise<ApiLookupAnswer> {
  const isById = "characterIds" in wanted;
  const keys = isById ? [...new Set(wanted.characterIds)] : [...new Set(wanted.names.map(fold))];
  const found = await run(
    db,
    selectPilots(caller, isById ? "characters" : "names", JSON.stringify(keys)),
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
