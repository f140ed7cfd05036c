import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GroupRole } from "#shared/groups/groups.ts";
import { instant, ofUser } from "#worker/db/schema/accounts.ts";
import { ofGroup } from "#worker/db/schema/groups.ts";

/** Memberships that a system administrator took for some hours, with a reason. They are active while the membership has their id, and listed for some days after. */
export const emergencyAccesses = sqliteTable(
  "emergency_accesses",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    userId: ofUser(),
    role: text().$type<GroupRole>().notNull(),
    reason: text().notNull(),
    startedAt: instant("started_at").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (table) => [
    index("emergency_accesses_group").on(table.groupId, table.startedAt),
    index("emergency_accesses_user").on(table.userId),
    index("emergency_accesses_started").on(table.startedAt),
  ],
);
