import { eq, sql } from "drizzle-orm";
import type { Community } from "#shared/community.ts";
import type { EventDetail } from "#shared/activity.ts";
import { recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { names } from "#worker/db/schema/characters.ts";
import { community } from "#worker/db/schema/community.ts";
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
    version: community.version,
  },
  (fields) => orm.select(fields).from(community),
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
