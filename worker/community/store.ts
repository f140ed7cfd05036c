import { and, eq, exists, ne, not, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Community, UpdateMembers } from "#shared/community.ts";
import type { EventDetail } from "#shared/activity.ts";
import { recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isOpenToGuests } from "./guests.ts";
import { names } from "#worker/db/schema/characters.ts";
import { community } from "#worker/db/schema/community.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

const logoId = sql`${community.logo} ->> 'id'`;

export const selectSettings = prepare(
  {
    name: community.name,
    welcome: community.welcome,
    logo: community.logo,
    logoName: sql<string | null>`coalesce(
      (select ${names.name} from ${names} where ${names.id} = ${logoId}),
      (select ${corporations.name} from ${corporations} where ${corporations.id} = ${logoId}))`,
    memberGroupId: community.memberGroupId,
    memberGroupName: groups.name,
    graceDays: community.graceDays,
    version: community.version,
  },
  (fields) =>
    orm.select(fields).from(community).leftJoin(groups, eq(groups.id, community.memberGroupId)),
);
export type SettingsRow = RowOfStatement<typeof selectSettings>;

/** The name of an alliance or corporation, if Muster knows it. */
export function selectNameOf(id: number) {
  return rows(
    {
      name: sql<string | null>`coalesce(
        (select ${names.name} from ${names} where ${names.id} = ${id}),
        (select ${corporations.name} from ${corporations} where ${corporations.id} = ${id}))`,
    },
    (fields) => sql`select ${fields.name} as name`,
  );
}

/** Writes the settings, unless they were edited since `version` was read. */
export function updateSettings(
  context: Context,
  actor: UserActor,
  { name, welcome, logo, version }: Community & { version: number },
  changes: NonNullable<EventDetail["changes"]>,
): Promise<SettingsRow | undefined> {
  return recordApplyAndRead(
    context,
    {
      kind: "community_updated",
      actor,
      detail: { changes },
      isOfCommunity: true,
      condition: eq(community.version, version),
      statements: (applied) => [
        orm
          .update(community)
          .set({ name, welcome, logo, version: sql`${community.version} + 1` })
          .where(applied),
      ],
    },
    selectSettings(),
  );
}

const groupId = sql.placeholder("groupId");
const belonging = alias(groupMembers, "belonging");

/** The group, the users and the members of the group. */
export const selectChosen = prepare(
  {
    groupName: groups.name,
    members: groups.memberCount,
    users: sql<number>`(select count(*) from ${users})`,
  },
  (fields) => orm.select(fields).from(groups).where(eq(groups.id, groupId)),
);

/** Members of groups that are not open to guests who are not members of this group, by group. */
export const selectEndings = prepare(
  { groupId: groups.id, groupName: groups.name, count: sql<number>`count(*)` },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .where(
        and(
          not(isOpenToGuests),
          ne(groups.id, groupId),
          ne(groupMembers.role, "owner"),
          notExists(
            orm
              .select({ userId: belonging.userId })
              .from(belonging)
              .where(
                and(eq(belonging.groupId, groupId), eq(belonging.userId, groupMembers.userId)),
              ),
          ),
        ),
      )
      .groupBy(groups.id)
      .orderBy(sql`count(*) desc`, groups.nameFolded),
);

/** Chooses the group whose members belong to the community, and opens it to guests: they must be able to join it. */
export function updateMembers(
  context: Context,
  actor: UserActor,
  { groupId: id, graceDays, version }: UpdateMembers,
  changes: NonNullable<EventDetail["changes"]>,
): Promise<SettingsRow | undefined> {
  const isChosen = id === null ? sql`false` : eq(groups.id, id);
  return recordApplyAndRead(
    context,
    {
      kind: "community_updated",
      actor,
      detail: { changes },
      isOfCommunity: true,
      condition: and(
        eq(community.version, version),
        id === null
          ? undefined
          : exists(orm.select({ id: groups.id }).from(groups).where(isChosen)),
      ),
      statements: (applied) => [
        orm
          .update(groups)
          .set({ isOpenToGuests: true, version: sql`${groups.version} + 1` })
          .where(and(isChosen, not(isOpenToGuests), applied)),
        orm
          .update(community)
          .set({ memberGroupId: id, graceDays, version: sql`${community.version} + 1` })
          .where(applied),
      ],
    },
    selectSettings(),
  );
}
