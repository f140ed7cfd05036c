import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { toLine } from "#shared/text.ts";
import type { MovedAccount } from "#shared/session.ts";
import { recordForEachUser } from "#worker/audit/record-many.ts";
import { FOR_GOOD } from "#worker/auth/suspensions/suspended.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { excluded, nameOfColumn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { PlannedUser } from "#worker/ops/move-in/plan/people.ts";
import type { Move, Plan } from "#worker/ops/move-in/plan/make-plan.ts";
import { elementOf, inJsonLists, insertRows } from "./insert-rows.ts";

const recorded = alias(auditEvents, "recorded");

/** Expired long ago: the first use of a grant refreshes it. */
const NO_ACCESS_TOKEN = { accessToken: "", accessExpiresAt: new Date(0) };

/** Statements that create accounts, and link their characters with their grants. */
export function userStatements(move: Move, planned: PlannedUser[]): Statement[] {
  const { startedAt, system } = move;
  const created = planned.filter(({ isNew }) => isNew);
  const linked = planned.flatMap(({ id: userId, characters: own }) =>
    own.map((character) => ({ ...character, userId })),
  );
  const inactive = created.filter(({ isActive }) => !isActive);
  const reason = `Inactive in ${SYSTEMS[system]}`;
  return [
    ...insertRows(
      users,
      created.map(({ id, isActive }) => ({
        id,
        createdAt: startedAt,
        suspendedUntil: isActive ? null : FOR_GOOD,
        suspensionReason: isActive ? null : reason,
      })),
    ),
    ...insertRows(
      characters,
      linked.map(({ id, name, userId, ownerHash }) => ({
        id,
        name: nameOf(id, name),
        nameFolded: fold(nameOf(id, name)),
        userId,
        ownerHash,
        linkedAt: startedAt,
      })),
      { conflict: LINK_KNOWN_CHARACTER },
    ),
    ...insertRows(
      eveTokens,
      linked.flatMap(({ id, grant }) =>
        grant === undefined
          ? []
          : [
              {
                characterId: id,
                refreshToken: grant.refreshToken,
                ...NO_ACCESS_TOKEN,
                scopes: [...grant.scopes],
                // EVE has not confirmed it yet.
                state: "unknown" as const,
                stateSince: startedAt,
              },
            ],
      ),
      { condition: isLinkedBy(move) },
    ),
    ...inJsonLists(created.map(({ id, mainCharacterId }) => [id, mainCharacterId])).map(setMains),
    ...eachUser(
      inactive.map(({ id }) => [id]),
      move,
      { kind: "user_suspended", detail: { reason, until: null } },
    ),
  ];
}

/** A character that was looked up before has a row without a user. */
const LINK_KNOWN_CHARACTER = sql`on conflict (${nameOfColumn(characters.id)}) do update set ${sql.join(
  [characters.userId, characters.ownerHash, characters.linkedAt].map(
    (column) => sql`${nameOfColumn(column)} = ${excluded(column)}`,
  ),
  sql`, `,
)} where ${characters.userId} is null`;

/** Only characters that this move has linked: others have grants of their own. */
function isLinkedBy({ startedAt }: Move): SQL {
  return sql`exists (select 1 from ${characters}
    where ${characters.id} = ${elementOf(0)} and ${characters.linkedAt} = ${startedAt.getTime()})`;
}

function setMains(json: string): Statement {
  const isOwn = sql`exists (select 1 from ${characters}
    where ${characters.id} = chosen.characterId and ${characters.userId} = ${users.id})`;
  return orm
    .update(users)
    .set({ mainCharacterId: sql`chosen.characterId` })
    .from(
      sql`(select ${elementOf(0)} as userId, ${elementOf(1)} as characterId from json_each(${json})) as chosen`,
    )
    .where(and(eq(users.id, sql`chosen.userId`), isNull(users.mainCharacterId), isOwn));
}

export function discordStatements({ startedAt }: Move, links: LinkedDiscord[]): Statement[] {
  return insertRows(
    discordAccounts,
    links.map(({ userId, discordId, username, noGrant }) => ({
      discordId,
      userId,
      username: toLine(username),
      displayName: null,
      discriminator: "0",
      refreshToken: noGrant,
      isAuthorized: false,
      linkedAt: startedAt,
      checkDueAt: startedAt,
    })),
  );
}

/** `noGrant`: the encrypted token of a link without a grant. */
type LinkedDiscord = Plan["discord"][number] & { noGrant: string };

/** The event of each account that received something, which is also its notice. */
export function noticeStatements(move: Move, moved: Map<string, MovedAccount>): Statement[] {
  const values = [...moved].map(([userId, detail]) => [userId, JSON.stringify({ moved: detail })]);
  return eachUser(values, move, { kind: "account_moved_in", detail: elementOf(1) });
}

/** Records an event for each user whose id is the first element of a list; once, however often it is written. */
function eachUser(
  values: unknown[][],
  { id }: Move,
  event: Pick<Parameters<typeof recordForEachUser>[1], "kind" | "detail">,
): Statement[] {
  const isRecorded = sql`exists (select 1 from ${auditEvents} as ${recorded}
    where ${recorded.subjectId} = ${users.id} and ${recorded.requestId} = ${id} and ${recorded.kind} = ${event.kind})`;
  return inJsonLists(values).map((json) =>
    recordForEachUser(
      { requestId: id },
      { ...event, actor: "deployer" },
      sql`json_each(${json}) join ${users} on ${users.id} = ${elementOf(0)}`,
      sql`not ${isRecorded}`,
    ),
  );
}

function nameOf(id: number, name: string): string {
  return toLine(name) || `Character ${id}`;
}
