import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import {
  discordAccounts,
  discordMarks,
  discordMembers,
  discordRoles,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import type { Buckets } from "#worker/db/schema/discord-servers.ts";
import {
  columns,
  excluded,
  insertWhere,
  orm,
  prepare,
  prepareAtStart,
  rows,
} from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import {
  giftColumns,
  giftsQuery,
  peopleQuery,
  personColumns,
  storedMapping,
} from "#worker/discord/servers/plan/people-store.ts";
import { hasLease, isFree as isLeaseFree, LEASE_MS } from "#worker/work/lease.ts";

const now = sql.placeholder("now");
const serverId = sql.placeholder("serverId");
const limit = sql.placeholder("limit");

const isFree = (at: SQL) =>
  sql`${isLeaseFree(discordServers.leaseUntil, at)} and coalesce(${discordServers.waitsUntil}, 0) <= ${at}`;
const isCheckDue = (at: SQL) =>
  sql`${discordServers.isOn} = 1 and coalesce(${discordServers.sweptAt}, 0) <= ${at} - ${sql.raw(String(DAY_MS))}`;

/** The servers that something waits for. The cron asks every minute: it reads the servers and a mark of each. */
export const selectDue = prepareAtStart(
  { id: discordServers.id },
  (
    fields,
  ) => sql`select ${columns(fields)} from ${discordServers} where ${isFree(sql`${now}`)} and (
    ${discordServers.sweepAfter} is not null or ${isCheckDue(sql`${now}`)} or (${discordServers.isOn} = 1 and (
      ${discordServers.removals} = 'released' or exists (select 1 from ${discordMarks}
        where ${discordMarks.serverId} = ${discordServers.id}))))`,
);

const serverColumns = {
  facts: discordServers.facts,
  isOn: discordServers.isOn,
  nicknameTemplate: discordServers.nicknameTemplate,
  keepsOwnPart: discordServers.keepsOwnPart,
  drift: discordServers.drift,
  version: discordServers.version,
  buckets: discordServers.buckets,
  outages: discordServers.outages,
  sweepAfter: discordServers.sweepAfter,
  sweepStartedAt: discordServers.sweepStartedAt,
  removals: discordServers.removals,
};
export type LeasedServerRow = RowOfStatement<typeof takeServer>;

/**
 * Takes the lease of a server and begins the daily check if it is due. `token`: the lease that the former slice has left to
 * this one. Undefined while another invocation works on the server, or Discord is not to be called yet.
 */
export function takeServer(id: string, leaseId: string, token: string | undefined, at: number) {
  // No lease has the empty text as its id.
  return take({ id, leaseId, token: token ?? "", now: at, until: at + LEASE_MS });
}

const take = prepare(serverColumns, (fields) =>
  orm
    .update(discordServers)
    .set({
      leaseId: sql`${sql.placeholder("leaseId")}`,
      leaseUntil: sql`${sql.placeholder("until")}`,
      sweepAfter: sql`case when ${discordServers.sweepAfter} is null and ${isCheckDue(sql`${now}`)} then ''
        else ${discordServers.sweepAfter} end`,
    })
    .where(
      and(
        eq(discordServers.id, sql.placeholder("id")),
        sql`((${isFree(sql`${now}`)}) or (${discordServers.leaseId} = ${sql.placeholder("token")}
          and coalesce(${discordServers.waitsUntil}, 0) <= ${now}))`,
      ),
    )
    .returning(fields),
);

/** Passes the lease on to the message with the token, with the buckets that were learned. No row: the lease is another's. */
export function giveLease(
  lease: { serverId: string; leaseId: string; token: string; until: Date },
  buckets: Buckets,
) {
  return rows({ id: discordServers.id }, (fields) =>
    orm
      .update(discordServers)
      .set({ leaseId: lease.token, leaseUntil: lease.until, buckets })
      .where(and(eq(discordServers.id, lease.serverId), eq(discordServers.leaseId, lease.leaseId)))
      .returning(fields),
  );
}

/** SQL condition: the lease is this invocation's, and the settings are those that it has read. */
export function isCurrent(id: string, leaseId: string, version: number): SQL {
  const isSame = sql`${discordServers.id} = ${id} and ${discordServers.version} = ${version}`;
  return hasLease(discordServers, leaseId, isSame);
}

export const selectMappedRoles = prepare({ roleId: discordRoles.roleId }, (fields) =>
  orm.select(fields).from(discordRoles).where(eq(discordRoles.serverId, serverId)),
);

export const selectMarks = prepare(
  { discordId: discordMarks.discordId, mark: discordMarks.mark },
  (fields) =>
    orm
      .select(fields)
      .from(discordMarks)
      .where(eq(discordMarks.serverId, serverId))
      .orderBy(discordMarks.discordId)
      .limit(limit),
);

/** Members whose removals may be applied. */
export const selectLosing = prepare({ discordId: discordMembers.discordId }, (fields) =>
  orm
    .select(fields)
    .from(discordMembers)
    .where(and(eq(discordMembers.serverId, serverId), sql`${discordMembers.losing} is not null`))
    .orderBy(discordMembers.discordId)
    .limit(limit),
);

const inOrder = (column: SQL) => sql`cast(${column} as integer)`;
const accountOrder = inOrder(sql`${discordAccounts.discordId}`);
const memberOrder = inOrder(sql`${discordMembers.discordId}`);
const after = sql`cast(${sql.placeholder("after")} as integer)`;

/** The next linked accounts and known members, in the order of their ids, which is also Discord's. */
export const selectNext = prepare(
  { discordId: sql<string>`id` },
  () => sql`select id as "discordId" from (
      select * from (select ${discordAccounts.discordId} as id from ${discordAccounts}
        where ${accountOrder} > ${after} order by ${accountOrder} limit ${limit})
      union select * from (select ${discordMembers.discordId} from ${discordMembers}
        where ${discordMembers.serverId} = ${serverId} and ${memberOrder} > ${after}
        order by ${memberOrder} limit ${limit}))
    order by ${inOrder(sql`id`)} limit ${limit}`,
);

/** `until` is included. */
export type IdRange = { after: string; until: string };

const given = sql`select value from json_each(${sql.placeholder("ids")})`;
const known = orm
  .select({ value: sql`${discordMembers.discordId}` })
  .from(discordMembers)
  .where(
    and(
      eq(discordMembers.serverId, serverId),
      sql`${memberOrder} > ${after}`,
      sql`${memberOrder} <= cast(${sql.placeholder("until")} as integer)`,
    ),
  )
  .getSQL();
const selectPeopleOfSlice = prepare(personColumns, (fields) =>
  peopleQuery(fields, sql`${serverId}`, sql`${given} union ${known}`),
);
const selectGiftsOfSlice = prepare(giftColumns, (fields) =>
  giftsQuery(fields, given, storedMapping(serverId), now),
);

/** What Muster knows of these accounts and of the known members in a range, and the groups of the accounts that give roles. */
export function selectSlice(
  id: string,
  discordIds: readonly string[],
  { after: from, until }: IdRange = { after: "0", until: "0" },
) {
  const values = { serverId: id, ids: JSON.stringify(discordIds) };
  return [
    selectPeopleOfSlice({ ...values, after: from || "0", until }),
    selectGiftsOfSlice({ ...values, now: Date.now() }),
  ] as const;
}

// ── Writes ────────────────────────────────────────────────────────────────────────────────────

type Remembered = Pick<typeof discordMembers.$inferSelect, "given" | "accepted">;

/** `was`: what the slice has read. People decide about these lists in the meantime. */
export type SavedMember = Omit<
  typeof discordMembers.$inferSelect,
  "serverId" | "problemAt" | "readAt"
> & { was: Remembered };

/** Writes members, many with one statement. `readAt`: Discord was asked later. */
export function saveMembers(
  id: string,
  members: readonly SavedMember[],
  readAt: Date,
): Statement[] {
  if (members.length === 0) return [];
  return [save({ serverId: id, members: JSON.stringify(members), now: readAt.getTime() })];
}

const field = (name: keyof SavedMember) => sql`member.value ->> ${sql.raw(`'$.${name}'`)}`;
const json = (name: keyof SavedMember) =>
  sql`nullif(member.value -> ${sql.raw(`'$.${name}'`)}, 'null')`;

/** The list as it is stored now, with what the slice has added to it and without what it has removed. */
function merged(name: keyof Remembered) {
  const [next, was] = [name, `was.${name}`].map(
    (path) => sql`(select value from json_each(member.value, ${sql.raw(`'$.${path}'`)}))`,
  );
  const stored = sql`coalesce((select ${discordMembers[name]} from ${discordMembers}
    where ${discordMembers.serverId} = ${serverId} and ${discordMembers.discordId} = ${field("discordId")}),
    member.value -> ${sql.raw(`'$.${name}'`)})`;
  return sql`(select json_group_array(role) from (
    select value as role from json_each(${stored}) where value not in ${was} or value in ${next}
    union select value from json_each(member.value, ${sql.raw(`'$.${name}'`)}) where value not in ${was}
    order by 1))`;
}

const save = prepare({}, () => {
  const { serverId: _server, discordId: _id, ...kept } = discordMembers;
  return insertWhere(
    discordMembers,
    {
      serverId: sql`${serverId}`,
      discordId: field("discordId"),
      name: field("name"),
      nickname: field("nickname"),
      roles: json("roles"),
      given: merged("given"),
      accepted: merged("accepted"),
      attempt: json("attempt"),
      losing: json("losing"),
      drifted: field("drifted"),
      problem: field("problem"),
      problemAt: sql`case when ${field("problem")} is not null then ${now} end`,
      readAt: sql`${now}`,
    },
    sql`true`,
    sql`json_each(${sql.placeholder("members")}) as member`,
  ).onConflictDoUpdate({
    target: [discordMembers.serverId, discordMembers.discordId],
    set: {
      name: excluded(kept.name),
      nickname: excluded(kept.nickname),
      roles: excluded(kept.roles),
      given: excluded(kept.given),
      accepted: excluded(kept.accepted),
      attempt: excluded(kept.attempt),
      losing: excluded(kept.losing),
      drifted: excluded(kept.drifted),
      problem: excluded(kept.problem),
      readAt: excluded(kept.readAt),
      problemAt: sql`case when ${excluded(kept.problem)} is ${kept.problem} then ${kept.problemAt}
        else ${excluded(kept.problemAt)} end`,
    },
  });
});

export function deleteMembers(id: string, discordIds: readonly string[]): Statement[] {
  if (discordIds.length === 0) return [];
  return [
    orm
      .delete(discordMembers)
      .where(
        and(
          eq(discordMembers.serverId, id),
          sql`${discordMembers.discordId} in (select value from json_each(${JSON.stringify(discordIds)}))`,
        ),
      ),
  ];
}

/** Deletes marks, unless something has changed again since they were read. */
export function deleteMarks(
  id: string,
  marks: readonly { discordId: string; mark: string }[],
): Statement[] {
  if (marks.length === 0) return [];
  return [
    orm.delete(discordMarks).where(
      and(
        eq(discordMarks.serverId, id),
        sql`(${discordMarks.discordId}, ${discordMarks.mark}) in (
            select value ->> '$.discordId', value ->> '$.mark' from json_each(${JSON.stringify(marks)}))`,
      ),
    ),
  ];
}

export function updateServer(
  id: string,
  set: Partial<Omit<typeof discordServers.$inferInsert, "id">>,
): Statement {
  return orm.update(discordServers).set(set).where(eq(discordServers.id, id));
}
