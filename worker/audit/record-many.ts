import type { DetailOf } from "#shared/events/details.ts";
import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AccountEventKind, GroupEventKind } from "#shared/events/kinds.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { eventIdPrefix } from "./event-id.ts";
import { subjectOf } from "./event-names.ts";
import { commonOf } from "./record.ts";
import type { Common, EventActor, Said } from "./new-event.ts";

export type EventOfEach<Kind extends GroupEventKind> = {
  kind: Kind;
  groupId: SQLiteColumn | string;
} & Said<Kind> &
  (
    | { actor: EventActor; subjectId?: SQLiteColumn }
    /** `subject`: each user has caused the event about themselves. */
    | { actor: "subject"; subjectId: SQLiteColumn }
  );

/** A statement that records a group event for each row of `from`, in which `subjectId`, if any, and mostly `groupId` are columns. */
export function recordForEach<Kind extends GroupEventKind>(
  context: Pick<Context, "requestId">,
  event: EventOfEach<Kind>,
  from: SQL,
  condition: SQL,
): Statement;
export function recordForEach(
  { requestId }: Pick<Context, "requestId">,
  event: EventOfEach<GroupEventKind>,
  from: SQL,
  condition: SQL,
): Statement {
  const { groupId, subjectId } = event;
  const actor = event.actor === "subject" ? { userId: event.subjectId } : event.actor;
  return insertWhere(
    auditEvents,
    {
      ...commonOf({ ...event, actor }, requestId),
      id: idOfEach(),
      log: "groups",
      ...(subjectId && subjectOf(subjectId)),
      groupId: sql`${groupId}`,
      groupName: ofGroup(known.name, groupId),
      groupVisibility: ofGroup(known.effectiveVisibility, groupId),
    },
    condition,
    from,
  );
}

/** An alias: `from` may contain the groups themselves. */
const known = alias(groups, "known_group");

function ofGroup(column: SQLiteColumn, groupId: SQLiteColumn | string): SQL {
  const value = orm
    .select({ value: column })
    .from(known)
    .where(eq(known.id, sql`${groupId}`));
  return sql`(${value})`;
}

type EventOfEachUser<Kind extends AccountEventKind> = Common<Kind> & {
  kind: Kind;
  isOfCharacter?: true;
};

/**
 * A statement that records an account event for each row of `from`, which contains `users`; with `isOfCharacter` also `characters`,
 * one of the user's.
 */
export function recordForEachUser<Kind extends AccountEventKind>(
  context: Pick<Context, "requestId">,
  event: EventOfEachUser<Kind>,
  from: SQL,
  condition: SQL,
): Statement;
export function recordForEachUser(
  { requestId }: Pick<Context, "requestId">,
  event: EventOfEachUser<AccountEventKind>,
  from: SQL,
  condition: SQL,
): Statement {
  const common = { ...commonOf(event, requestId), id: idOfEach(), log: "accounts" as const };
  const character = event.isOfCharacter && {
    characterId: sql`${characters.id}`,
    characterName: sql`${characters.name}`,
  };
  const row = { ...common, ...subjectOf(users.id), ...character };
  return insertWhere(auditEvents, row, condition, from);
}

const idOfEach = () => sql`${eventIdPrefix(Date.now())} || lower(hex(randomblob(6)))`;

/** What has changed about a member at Discord. `subjectId`: the user of the account, if it is linked. */
export type RoleChange = {
  id: string;
  subjectId: string | null;
  detail: DetailOf<"roles_changed">;
};

/**
 * Records the changes of a slice with one statement, whose text is built once: building one for each of them took a tenth
 * of the slice's processor time.
 */
export function recordRoleChanges(
  { requestId }: Pick<Context, "requestId">,
  serverId: string,
  changes: readonly RoleChange[],
): Statement[] {
  if (changes.length === 0) return [];
  return [insert({ serverId, changes: JSON.stringify(changes), requestId, now: Date.now() })];
}

const insert = prepare({}, () =>
  insertWhere(
    auditEvents,
    {
      id: sql`change.value ->> '$.id'`,
      log: "discord",
      kind: "roles_changed",
      actorKind: "job",
      ...subjectOf(sql`change.value ->> '$.subjectId'`),
      serverId: sql`${discordServers.id}`,
      serverName: sql`${discordServers.name}`,
      detail: sql`change.value -> '$.detail'`,
      requestId: sql`${sql.placeholder("requestId")}`,
      createdAt: sql`${sql.placeholder("now")}`,
    },
    eq(discordServers.id, sql.placeholder("serverId")),
    sql`${discordServers} cross join json_each(${sql.placeholder("changes")}) change`,
  ),
);
